import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FormActions } from "~/components/forms/form-actions";
import { GenerateButton } from "~/components/payments/generate-button";
import { DialogCancel, RouteDialog } from "~/components/ui/route-dialog";
import { listRuns } from "~/domain/commissions/list-runs.server";
import { previewGeneration } from "~/domain/commissions/preview-generation.server";
import { translator } from "~/i18n/i18n.server";
import { staffScope } from "~/server/open-scope.server";
import { pageTitle } from "~/browser/page-title";
import { paths } from "~/paths/paths";
import { Preview } from "./preview";
import { Runs } from "./runs";

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
