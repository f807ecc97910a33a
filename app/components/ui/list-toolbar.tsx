import { Form, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useWithoutView } from "~/components/lists/use-views";
import { useAuth } from "~/browser/use-auth";
import { paths } from "~/paths/paths";
import { Button, ButtonLink } from "./button";
import { cn } from "./cn";
import { Icon } from "./icon";

export type ListToolbarProps = {
  className?: string;
  /** The filters. */
  children?: ReactNode;
};

/**
 * One line above a list of staff: its filters, and how close together its rows are. In wide windows its controls become
 * narrower rather than begin a second line.
 */
export function ListToolbar({ className, children }: ListToolbarProps) {
  return (
    <div
      data-print="hide"
      className={cn(
        "flex flex-wrap items-start gap-2 *:max-w-full xl:not-noscript:flex-nowrap lg:rail:not-noscript:flex-nowrap",
        className,
      )}
    >
      {children}
      <DensitySwitch />
    </div>
  );
}

/** Brings the rows of all lists closer together, or back. The choice is stored with the account. */
function DensitySwitch() {
  const { t } = useTranslation("shell");
  const { pathname, search } = useLocation();
  const { appearance } = useAuth();
  if (!appearance) return null;
  return (
    <Form method="post" action={paths.appearance()} preventScrollReset replace className="ml-auto max-md:hidden">
      <input type="hidden" name="redirect_to" value={pathname + search} />
      <Button
        type="submit"
        name="compact_lists"
        value={appearance.compactLists ? "off" : "on"}
        variant="ghost"
        size="icon"
        aria-pressed={appearance.compactLists}
        aria-label={t("lists.compact")}
        className="aria-pressed:text-accent"
      >
        <Icon name="rows-4" />
      </Button>
    </Form>
  );
}

/** Clears the filters of a list. */
export function ClearFilters({ to }: { to: string }) {
  const { t } = useTranslation("common");
  const label = t("clear_filters");
  const withoutView = useWithoutView();
  return (
    <ButtonLink to={withoutView(to)} variant="ghost" size="icon" preventScrollReset title={label} aria-label={label}>
      <Icon name="x" />
    </ButtonLink>
  );
}
