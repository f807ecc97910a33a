import type { LoaderFunctionArgs } from "@remix-run/node";
import { readImportInvitations } from "~/domain/affiliates/import-invitations.server";
import { readOwnFields } from "~/domain/fields/read-own-fields.server";
import { fieldsOf, type ImportStatus } from "~/domain/imports/import-run";
import { firstRows, listImportRows, listRemarks } from "~/domain/imports/list-import-rows.server";
import { countOutcomes, readImport, type Import, type OutcomeCounts } from "~/domain/imports/read-import.server";
import { listUnknownAffiliates } from "~/domain/imports/unknown-affiliates.server";
import type { Scope } from "~/domain/shared/scope";
import { translator } from "~/server/request-language.server";
import { staffScope } from "~/server/open-scope.server";
import { shownOutcomes } from "./outcome-word";

type Step = "columns" | "progress" | "preview" | "result";

const steps: Record<ImportStatus, Step> = {
  reading: "progress",
  columns: "columns",
  checking: "progress",
  checked: "preview",
  creating: "progress",
  done: "result",
  cancelled: "result",
  undoing: "progress",
  undone: "result",
};

/** Loads an import in its current state. Throws 404 for an import of another organization. */
export async function loadImport(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url);
  const t = await translator(args.request);
  return staffScope(args, async (scope) => {
    const run = await readImport(scope, args.params["kind"], args.params["importId"]);
    if (!run) throw new Response(null, { status: 404, statusText: "Not Found" });
    // The columns of a checked import can be changed.
    const step = run.status === "checked" && searchParams.get("step") === "columns" ? "columns" : steps[run.status];
    const counts = await countOutcomes(scope, run.id);
    const own = run.kind === "leads" ? await readOwnFields(scope, "lead") : [];
    const { id, kind, status, fileName, encoding, rows, position, invites, header, columns } = run;
    return {
      run: { id, kind, status, fileName, encoding, rows, position, invites },
      header,
      columns,
      step,
      counts,
      own,
      fields: fieldsOf(run.kind, own),
      title: t(`imports:steps.${step === "progress" ? run.status : step}`),
      invitations: run.kind === "affiliates" ? await readImportInvitations(scope, run.id) : null,
      // Sample rows, to recognize the columns.
      samples: step === "columns" ? await firstRows(scope, run) : [],
      remarks: step === "preview" || step === "result" ? await listRemarks(scope, run) : [],
      unknown: step === "preview" ? await listUnknownAffiliates(scope, run) : null,
      ...(await rowsOf(scope, run, { step, counts, params: searchParams })),
    };
  });
}

/**
 * Returns the rows below the preview and the result: of one outcome, page by page. The default is the first outcome
 * that has rows.
 */
async function rowsOf(
  scope: Scope,
  run: Import,
  { step, counts, params }: { step: Step; counts: OutcomeCounts; params: URLSearchParams },
) {
  const outcomes = shownOutcomes(run.status);
  const wanted = params.get("show");
  const show = outcomes.find((one) => one === wanted) ?? outcomes.find((one) => counts[one] > 0) ?? outcomes[0];
  const page =
    step === "preview" || step === "result"
      ? await listImportRows(scope, run, { outcome: show, cursor: params.get("cursor") })
      : null;
  return { show, page };
}

export type LoadedImport = Awaited<ReturnType<typeof loadImport>>;
