import { useTranslation } from "react-i18next";
import { useAuditWords } from "~/components/audit/use-audit-words";
import type { RunRow } from "~/domain/commissions/list-runs.server";

type RunsProps = { runs: readonly RunRow[]; timeZone: string };

/** Lists the latest runs: when, by whom, and the result of each. */
export function Runs({ runs, timeZone }: RunsProps) {
  const { t } = useTranslation("commissions");
  const { when, who } = useAuditWords(timeZone);
  const outcome = ({ state, created, complete, withoutAffiliate, withoutCommission }: RunRow): string => {
    if (state === "running") return t("runs.running", { count: created });
    if (state === "failed" && created === 0) return t("runs.failed");
    if (state === "failed") return `${t("toasts.created", { count: created })} · ${t("runs.broke_off")}`;
    return [
      created > 0 ? t("toasts.created", { count: created }) : t("runs.created_none"),
      complete > 0 && t("runs.complete_count", { count: complete }),
      withoutAffiliate > 0 && t("runs.without_affiliate", { count: withoutAffiliate }),
      withoutCommission > 0 && t("runs.without_commission", { count: withoutCommission }),
    ]
      .filter(Boolean)
      .join(" · ");
  };
  return (
    <section aria-labelledby="generation-runs" className="space-y-3">
      <h3 id="generation-runs" className="font-medium">
        {t("runs.past")}
      </h3>
      {runs.length === 0 ? (
        <p className="text-muted">{t("runs.none")}</p>
      ) : (
        <ol className="divide-y border-y">
          {runs.map((run) => (
            <li key={run.id} className="py-2">
              <span className="flex flex-wrap gap-x-4">
                <time dateTime={run.at} className="tabular-nums">
                  {when(run.at)}
                </time>
                <span className="text-muted">{who(run.actor)}</span>
              </span>
              <span className={run.state === "failed" ? "text-danger" : "text-xs text-muted"}>{outcome(run)}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
