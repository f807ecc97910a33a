import { useTranslation } from "react-i18next";
import { Alert } from "~/components/ui/alert";
import { Link } from "~/components/ui/link";
import type { DatevProblem } from "~/domain/documents/datev-plan";
import { paths } from "~/paths/paths";
import "~/components/payouts/payout-texts";

/** What prevents the files, each with the way to correct it. */
export function ProblemList({ problems }: { problems: readonly DatevProblem[] }) {
  const { t } = useTranslation(["datev", "errors"]);
  if (problems.length === 0) return null;
  return (
    <Alert tone="warning" title={t("stopped")}>
      <ul className="list-disc space-y-1 pl-5">
        {problems.map((problem) => (
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
      </ul>
    </Alert>
  );
}
