import { useTranslation } from "react-i18next";
import { Alert } from "~/components/ui/alert";
import { ButtonLink } from "~/components/ui/button";
import type { Day } from "~/domain/shared/dates";
import { useAuth } from "~/browser/use-auth";
import { useFormat } from "~/browser/use-format";
import { paths } from "~/paths/paths";

export type PausedBannerProps = {
  /** The last day of the retention period. */
  retainUntil: Day;
  /** Names of the owners, who can choose a plan, for a user who cannot. */
  owners: string[];
};

const bar = "border-b py-3 md:px-6 min-[90rem]:px-8";

/** Says on every staff screen that the organization is paused, how long its data are kept, and what to do (BIL-06). */
export function PausedBanner({ retainUntil, owners }: PausedBannerProps) {
  const { t, i18n } = useTranslation("shell");
  const { role } = useAuth();
  const date = useFormat().day(retainUntil);
  const names = new Intl.ListFormat(i18n.language, { type: "disjunction" }).format(owners);
  return (
    <section aria-label={t("paused.title")} data-print="hide">
      <Alert
        tone="warning"
        title={t("paused.title")}
        isBar
        className={bar}
        actions={role === "owner" && <ButtonLink to={paths.pricing()}>{t("paused.plans")}</ButtonLink>}
      >
        {t("paused.text", { date })} {owners.length > 0 && t("paused.ask", { names })}
      </Alert>
    </section>
  );
}

/** The version for affiliates, who cannot change it. */
export function PausedPortalNotice({ isBar = true }: { isBar?: boolean }) {
  const { t } = useTranslation("shell");
  const { organization } = useAuth();
  return (
    <section aria-label={t("paused.portal_title", { organization: organization.name })} data-print="hide">
      <Alert
        isBar={isBar}
        title={t("paused.portal_title", { organization: organization.name })}
        className={isBar ? bar : undefined}
      >
        {t("paused.portal_text")}
      </Alert>
    </section>
  );
}
