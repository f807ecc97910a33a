import { useTranslation } from "react-i18next";
import { Alert } from "~/components/ui/alert";
import { Link } from "~/components/ui/link";
import type { DatevProblem } from "~/domain/documents/datev-plan";
import { paths } from "~/paths/paths";
import "~/components/payouts/payout-texts";

type Unnumbered = Extract<DatevProblem, { code: "datev_creditor_missing" }>;

/** What prevents the files, each with the way to correct it. */
export function ProblemList({ problems }: { problems: readonly DatevProblem[] }) {
  const { t } = useTranslation(["datev", "errors"]);
  if (problems.length === 0) return null;
  // They may be hundreds, and are numbered together.
  const isUnnumbered = (one: DatevProblem) => one.code === "datev_creditor_missing";
  const unnumbered = problems.filter((one): one is Unnumbered => isUnnumbered(one));
  const others = problems.filter((one) => !isUnnumbered(one));
  return (
    <Alert tone="warning" title={t("stopped")}>
      <ul className="list-disc space-y-1 pl-5">
        {others.map((problem) => (
          <li key={JSON.stringify(problem)} className="wrap-anywhere">
            {t(`errors:${problem.code}`, { ...problem.params })}{" "}
            {problem.code === "datev_settings_missing" && <Link to={paths.datevSettings()}>{t("mend_settings")}</Link>}
            {"affiliateId" in problem && (
              <Link
                to={paths.creditor(problem.affiliateId)}
                aria-label={`${t("mend_creditor")}: ${problem.params.name}`}
              >
                {t("mend_creditor")}
              </Link>
            )}
          </li>
        ))}
        {unnumbered.length > 0 && (
          <li>
            {t("unnumbered", { count: unnumbered.length })} <Link to={paths.creditors()}>{t("mend_creditors")}</Link>
            <ul className="flex flex-wrap gap-x-4">
              {unnumbered.map(({ affiliateId, params: { name } }) => (
                <li key={affiliateId} className="wrap-anywhere">
                  <Link to={paths.creditor(affiliateId)} className="inline-block min-h-6">
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          </li>
        )}
      </ul>
    </Alert>
  );
}
