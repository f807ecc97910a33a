import { useTranslation } from "react-i18next";
import { Alert } from "~/components/ui/alert";
import type { PayeeGap } from "~/domain/payouts/payee";
import "~/components/payouts/payee-texts";

type MissingListProps = {
  missing: readonly PayeeGap[];
  /** In the portal, the organization that pays; null for staff. */
  organization: string | null;
};

/** What is missing before an affiliate can be paid; the same list for staff and in the portal (PAY-01). */
export function MissingList({ missing, organization }: MissingListProps) {
  const { t } = useTranslation("payouts");
  if (missing.length === 0) return null;
  return (
    <Alert tone="warning">
      <p className="font-medium">
        {organization === null ? t("payee.missing_title") : t("payee.missing_title_own", { organization })}
      </p>
      <p>{t("payee.missing_text")}</p>
      <ul className="list-disc pl-5">
        {missing.map((gap) => (
          <li key={gap}>{t(`payee.gaps.${gap}`)}</li>
        ))}
      </ul>
    </Alert>
  );
}

/** More missing details are only counted: a row of a list would be too high. */
const MOST_NAMED = 2;

/** Returns how the missing details are named in a row of a list. */
export function useShortGapList() {
  const { t } = useTranslation("payouts");
  const gapList = useGapList();
  return (gaps: readonly PayeeGap[]): string =>
    gaps.length > MOST_NAMED ? t("payee.missing_count", { count: gaps.length }) : gapList(gaps);
}

/** Returns how the missing details are named in one line. */
export function useGapList() {
  const { t, i18n } = useTranslation("payouts");
  return (gaps: readonly PayeeGap[]): string => {
    const list = new Intl.ListFormat(i18n.language).format(gaps.map((gap) => t(`payee.gaps.${gap}`)));
    return `${t("payee.missing_text")} ${list}`;
  };
}
