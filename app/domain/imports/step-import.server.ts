import { importAffiliate } from "../affiliates/add-affiliate.server";
import type { NewAffiliate } from "../affiliates/affiliate.schema";
import { addLeads } from "../leads/add-lead.server";
import type { AddedLead } from "../leads/lead.schema";
import { DomainError } from "../shared/errors";
import type { Scope } from "../shared/scope";
import { finishImport } from "./finish-import.server";
import { judgeRows, type JudgedRow } from "./judge-rows.server";
import { lockImport, type Import } from "./read-import.server";
import { keepJudgements, type FileRow, type Judgement } from "./stage-import.server";

/** Rows of one step, which is one transaction. */
const ROWS_AT_ONCE = 500;

/** Between two invitations of an import: the mails of those who wait for a link to sign in go out in between. */
const INVITED_EVERY_MS = 200;

/**
 * Goes through the next rows of an import, after `position`: checks them, or creates what they say. What became of each row is kept in the
 * same transaction, so a step that runs again after its process died does nothing twice. Returns the new position; null when there is
 * nothing left to do, or when another step is further already. Throws `not_found`, `forbidden`.
 */
export async function stepImport(job: Scope, importId: string, position: number): Promise<number | null> {
  const run = await lockImport(job, importId);
  const scope = onBehalfOf(run, job);
  if (run.position !== position) return null;
  if (run.status !== "checking" && run.status !== "creating") return null;
  const creates = run.status === "creating";
  const rows = await nextRows(scope, run, creates);
  if (rows.length === 0) {
    if (creates) await finishImport(scope, run, "done");
    else await scope.db.importRun.updateMany({ where: { id: run.id }, data: { status: "checked" } });
    return null;
  }
  const judged = await judgeRows(scope, run, rows);
  const kept = creates ? await create(scope, run, judged) : judged.map(({ judgement }) => judgement);
  await keepJudgements(scope, run.id, kept);
  const last = rows.at(-1)!.number;
  await scope.db.importRun.updateMany({ where: { id: run.id }, data: { position: last } });
  return last;
}

/** Whoever began an import has created its rows. */
function onBehalfOf({ createdBy }: Import, scope: Scope): Scope {
  return createdBy ? { ...scope, actor: { kind: "member", userId: createdBy, role: "member" } } : scope;
}

/** While rows are created, those that are to be. */
async function nextRows(scope: Scope, run: Import, creates: boolean): Promise<FileRow[]> {
  const outcomes = run.keepsDuplicates ? ["ready", "duplicate"] : ["ready"];
  return scope.db.$queryRaw<FileRow[]>`
    select number, line, cells from import_row
    where org_id = ${scope.orgId}::uuid and import_id = ${run.id}::uuid and number > ${run.position}
      and (${!creates} or outcome = any(${outcomes}::text[]))
    order by number limit ${ROWS_AT_ONCE}`;
}

async function create(scope: Scope, run: Import, judged: readonly JudgedRow[]): Promise<Judgement[]> {
  const wanted = (row: JudgedRow) =>
    row.input !== null && (row.judgement.outcome === "ready" || run.keepsDuplicates);
  if (run.kind === "leads") {
    const rows = judged.filter(wanted);
    const ids = await addLeads(
      scope,
      rows.map(({ input }) => input as AddedLead),
      run.id,
    );
    const idOf = new Map(rows.map((row, index) => [row, ids[index]!]));
    return judged.map((row) => created(row.judgement, idOf.get(row)));
  }
  const kept: Judgement[] = [];
  for (const row of judged) kept.push(wanted(row) ? await createAffiliate(scope, run, row) : row.judgement);
  return kept;
}

const created = (judgement: Judgement, recordId: string | undefined): Judgement =>
  recordId ? { ...judgement, outcome: "created", problems: [], recordId } : judgement;

async function createAffiliate(
  scope: Scope,
  run: Import,
  { judgement, input }: JudgedRow,
): Promise<Judgement> {
  try {
    const id = await importAffiliate(scope, input as NewAffiliate, run.id);
    if (run.invites) {
      const runAt = new Date(scope.now.getTime() + judgement.number * INVITED_EVERY_MS);
      const language = run.language ?? undefined;
      await scope.enqueue("affiliate.invite", { affiliate_id: id, language }, { runAt });
    }
    return created(judgement, id);
  } catch (error) {
    // Refused before anything was written: the person is an affiliate here under another address.
    if (!(error instanceof DomainError)) throw error;
    return { ...judgement, outcome: "wrong", problems: [{ field: error.field ?? null, reason: error.code }] };
  }
}
