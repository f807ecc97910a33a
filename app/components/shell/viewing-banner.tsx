import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { SubmitButton } from "~/components/forms/submit-button";
import { Icon } from "~/components/ui/icon";
import { paths } from "~/paths/paths";

export type ViewingBannerProps = {
  /** Name of the viewed affiliate. */
  name: string;
  /** End of the view, as a time of day. */
  until: string;
};

/**
 * Says on every portal page that a staff member views it as an affiliate, and has the button that ends the view. It is
 * at the bottom of the window, above dialogs too, which cover the page on phones. app.css makes room for it.
 */
export function ViewingBanner({ name, until }: ViewingBannerProps) {
  const { t } = useTranslation("affiliates");
  return (
    <section
      aria-label={t("view.label")}
      data-viewing
      data-keep-live
      data-print="hide"
      className="fixed inset-x-0 bottom-0 z-55 flex min-h-16 items-center justify-center gap-3 border-t-2 border-warning bg-warning-soft px-4 py-2 text-sm shadow-float md:gap-5"
    >
      <Icon name="eye" className="size-5 shrink-0 text-warning max-md:hidden" />
      <p className="min-w-0 wrap-anywhere max-md:flex-1">
        <span className="font-medium">{t("view.as", { name })}</span>{" "}
        <span className="text-muted max-md:block max-md:text-xs">{t("view.only", { until })}</span>
      </p>
      <Form method="post" action={paths.endView()}>
        <SubmitButton variant="secondary" pendingLabel={t("view.ending")}>
          {t("view.end")}
        </SubmitButton>
      </Form>
    </section>
  );
}
