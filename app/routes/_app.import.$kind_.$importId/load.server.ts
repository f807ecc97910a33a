import type { LoaderFunctionArgs } from "@remix-run/node";
import { fieldsOf, rowOutcomes, type ImportStatus } from "~/domain/imports/import-run";
import { firstRows, listImportRows } from "~/domain/imports/list-import-rows.server";
import { countOutcomes, readImport, type Import } from "~/domain/imports/read-import.server";
import type { Scope } from "~/domain/shared/scope";
import { translator } from "~/i18n/i18n.server";
import { staffScope } from "~/server/open-scope.server";

type Step = "columns" | "progress" | "preview" | "result";

const steps: Record<ImportStatus, Step> = {
  reading: "progress",
  columns: "columns",
  checking: "progress",
  checked: "preview",
  creating: "progress",
  done: "result",
  cancelled: "result",
};

/** An import as far as it is. Throws 404 for what is none of this organisation. */
export async function loadImport(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url);
  const t = await translator(args.request);
  return staffScope(args, async (scope) => {
    const run = await readImport(scope, args.params["kind"], args.params["importId"]);
    if (!run) throw new Response(null, { status: 404, statusText: "Not Found" });
    // What was checked can be given other columns.
    const step =
      run.status === "checked" && searchParams.get("step") === "columns" ? "columns" : steps[run.status];
    const counts = await countOutcomes(scope, run.id);
    const { id, kind, status, fileName, rows, position, invites, header, columns } = run;
    return {
      ...{
        run: { id, kind, status, fileName, rows, position, invites },
        header,
        columns,
        step,
        counts,
        fields: fieldsOf(run.kind),
      },
      title: t(`imports:steps.${step === "progress" ? run.status : step}`),
      // Of the columns, to tell them apart.
      samples: step === "columns" ? await firstRows(scope, run) : [],
      ...(await rowsOf(scope, run, step, searchParams)),
    };
  });
}

/** The rows below the preview and the result: of one outcome, page by page. */
async function rowsOf(scope: Scope, run: Import, step: Step, params: URLSearchParams) {
  const outcomes = step === "preview" ? (["ready", "wrong", "duplicate"] as const) : rowOutcomes;
  const fallback = step === "preview" ? "ready" : "created";
  const show = outcomes.find((one) => one === params.get("show")) ?? fallback;
  const page =
    step === "preview" || step === "result"
      ? await listImportRows(scope, run, { outcome: show, cursor: params.get("cursor") })
      : null;
  return { show, page };
}

export type LoadedImport = Awaited<ReturnType<typeof loadImport>>;
