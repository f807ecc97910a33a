import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FormActions } from "~/components/forms/form-actions";
import { GenerateButton } from "~/components/payments/generate-button";
import { DialogCancel, RouteDialog } from "~/components/ui/route-dialog";
import { listRuns, type RunRow } from "~/domain/commissions/list-runs.server";
import { previewGeneration } from "~/domain/commissions/preview-generation.server";
import { translator } from "~/server/request-language.server";
import { staffScope } from "~/server/open-scope.server";
import { pageTitle } from "~/browser/page-title";
import { paths } from "~/paths/paths";
import { Preview } from "./preview";
import { useAuditWords } from "~/components/audit/use-audit-words";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const t = await translator(request);
  return staffScope({ request, context }, async (scope) => ({
    title: t("commissions:runs.title"),
    closeTo: paths.commissions(new URL(request.url).search),
    preview: await previewGeneration(scope),
    runs: await listRuns(scope),
    timeZone: (await scope.organization()).timeZone,
  }));
}

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Shows what generating the monthly payments would do now, and what it did (COM-03, COM-04). */
export default function GenerationRuns() {
  const { title, closeTo, preview, runs, timeZone } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["commissions", "common"]);
  return (
    <RouteDialog title={title} description={t("runs.text")} closeTo={closeTo} size="lg">
      <div className="space-y-6">
        <Preview preview={preview} />
        <Runs runs={runs} timeZone={timeZone} />
        <FormActions>
          <DialogCancel to={closeTo}>{t("common:close")}</DialogCancel>
          {preview.created > 0 && <GenerateButton variant="primary" />}
        </FormActions>
      </div>
    </RouteDialog>
  );
}

type RunsProps = { runs: readonly RunRow[]; timeZone: string };

/** Lists the latest runs: when, by whom, and the result of each. */
function Runs({ runs, timeZone }: RunsProps) {
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
