import { importAffiliate } from "../affiliates/add-affiliate.server";
import type { NewAffiliate } from "../affiliates/affiliate.schema";
import { importCustomerPayments } from "../commissions/record-customer-payments.server";
import { addLeads } from "../leads/add-lead.server";
import { lockAddresses } from "../leads/lead-addresses.server";
import { changeStatus } from "../leads/change-status.server";
import { DomainError } from "../shared/errors";
import type { Scope } from "../shared/scope";
import { finishImport } from "./finish-import.server";
import { LEAD_AFFILIATE } from "./import-run";
import type { ImportedLead } from "./check-leads.server";
import type { ImportedPayment } from "./check-payments.server";
import { checkRows, type CheckedRow } from "./check-rows.server";
import { countOutcomes, lockImport, type Import } from "./read-import.server";
import { storeResults, type FileRow, type RowResult } from "./stage-import.server";
import { createdRows, finishUndoing, undoneAtOnce, undoRows } from "./undo-import.server";

/** Rows of one step, which is one transaction. */
const ROWS_AT_ONCE = 500;

/** Interval between two invitations of an import, so that sign-in emails are sent in between. */
const INVITED_EVERY_MS = 200;

/**
 * Processes the next rows of an import after `position`: checks, creates or undoes them. The results are stored in the
 * same transaction, so repeating a step after a crash has no further effect. Returns the new position; null if nothing
 * is left to do or another step has gone further.
 * Throws `not_found`, `forbidden`.
 */
export async function stepImport(job: Scope, importId: string, position: number): Promise<number | null> {
  const run = await lockImport(job, importId);
  const scope = onBehalfOf(run, job);
  if (run.position !== position) return null;
  if (run.status === "undoing") return undoStep(scope, run);
  if (run.status !== "checking" && run.status !== "creating") return null;
  const creates = run.status === "creating";
  const rows = await nextRows(scope, run, creates);
  if (rows.length === 0) {
    if (creates) await finishImport(scope, run, "done");
    else await scope.db.importRun.updateMany({ where: { id: run.id }, data: { status: "checked" } });
    return null;
  }
  if (creates && run.kind === "leads") await lockAddresses(scope);
  const checked = await checkRows(scope, run, rows);
  const kept = creates ? await create(scope, run, rows, checked) : checked.map(({ result }) => result);
  await storeResults(scope, run.id, kept);
  const last = rows.at(-1)!.number;
  await scope.db.importRun.updateMany({ where: { id: run.id }, data: { position: last } });
  return last;
}

async function undoStep(scope: Scope, run: Import): Promise<number | null> {
  const rows = await createdRows(scope, run, run.position, undoneAtOnce[run.kind]);
  if (rows.length === 0) {
    await finishUndoing(scope, run);
    return null;
  }
  await storeResults(scope, run.id, await undoRows(scope, run, rows));
  const last = rows.at(-1)!.number;
  await scope.db.importRun.updateMany({ where: { id: run.id }, data: { position: last } });
  return last;
}

/** The user who started an import is the actor of its rows. */
function onBehalfOf({ createdBy }: Import, scope: Scope): Scope {
  return createdBy
    ? { ...scope, actor: { kind: "member", userId: createdBy, role: "member", isProven: false } }
    : scope;
}

/** Reads the next rows; while creating, only those to be created. */
async function nextRows(scope: Scope, run: Import, creates: boolean): Promise<FileRow[]> {
  const outcomes = run.keepsDuplicates ? ["ready", "duplicate"] : ["ready"];
  return scope.db.$queryRaw<FileRow[]>`
    select number, line, cells from import_row
    where org_id = ${scope.orgId}::uuid and import_id = ${run.id}::uuid and number > ${run.position}
      and (${!creates} or outcome = any(${outcomes}::text[]))
    order by number limit ${ROWS_AT_ONCE}`;
}

async function create(
  scope: Scope,
  run: Import,
  rows: readonly FileRow[],
  checked: readonly CheckedRow[],
): Promise<RowResult[]> {
  if (run.kind === "leads") return createLeads(scope, run, rows, checked);
  if (run.kind === "customer-payments") return recordPayments(scope, run, rows, checked);
  const kept: RowResult[] = [];
  let { created: invited } = run.invites ? await countOutcomes(scope, run.id) : { created: 0 };
  for (const row of checked) {
    const result = isWanted(run, row) ? await createAffiliate(scope, run, row, invited) : row.result;
    if (result.outcome === "created") invited++;
    kept.push(result);
  }
  return kept;
}

const isWanted = (run: Import, { input, result }: CheckedRow) =>
  input !== null && (result.outcome === "ready" || run.keepsDuplicates);

const created = (result: RowResult, recordId: string | undefined): RowResult =>
  recordId
    ? { ...result, outcome: "created", problems: result.outcome === "ready" ? result.problems : [], recordId }
    : result;

/**
 * Creates leads in one batch. If the batch is rejected, for example because an affiliate was deleted since the check,
 * the rows are checked again and created one by one.
 */
async function createLeads(
  scope: Scope,
  run: Import,
  rows: readonly FileRow[],
  checked: readonly CheckedRow[],
): Promise<RowResult[]> {
  const wanted = checked.filter((row) => isWanted(run, row));
  try {
    const ids = await addImported(scope, wanted.map(leadOf), run.id);
    const idOf = new Map(wanted.map((row, index) => [row, ids[index]!]));
    return checked.map((row) => created(row.result, idOf.get(row)));
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
  }
  const kept: RowResult[] = [];
  for (const row of await checkRows(scope, run, rows)) {
    const add = async () => (await addImported(scope, [leadOf(row)], run.id))[0]!;
    kept.push(isWanted(run, row) ? await unlessRefused(row, add) : row.result);
  }
  return kept;
}

/**
 * Records customers' payments in one batch. Commissions that were changed since the check are left alone, and their
 * rows are checked again.
 */
async function recordPayments(
  scope: Scope,
  run: Import,
  rows: readonly FileRow[],
  checked: readonly CheckedRow[],
): Promise<RowResult[]> {
  const payments = checked.flatMap((row) => (isWanted(run, row) ? (row.input as ImportedPayment) : []));
  const recorded = await importCustomerPayments(scope, payments, run.id);
  const isLeft = ({ result }: CheckedRow) => result.outcome === "ready" && !recorded.has(result.recordId ?? "");
  const left = rows.filter((_, index) => isLeft(checked[index]!));
  const again = left.length === 0 ? [] : await checkRows(scope, run, left);
  if (again.some(({ result }) => result.outcome === "ready")) throw new Error("customer's payment was not recorded");
  const resultOf = new Map(again.map(({ result }) => [result.number, result]));
  return checked.map(
    ({ result }) =>
      resultOf.get(result.number) ?? created(result, result.outcome === "ready" ? result.recordId! : undefined),
  );
}

const leadOf = ({ input }: CheckedRow) => input as ImportedLead;

/**
 * Adds leads and sets their status from the file. Affiliates are not notified, because the changes happened elsewhere.
 */
async function addImported(scope: Scope, leads: readonly ImportedLead[], importId: string): Promise<string[]> {
  const ids = await addLeads(scope, leads, importId);
  const moves = new Map<string, { to: ImportedLead["status"]; reason: string | null; leadIds: string[] }>();
  for (const [index, { status: to, lostReason: reason }] of leads.entries()) {
    if (to === "new") continue;
    const key = `${to} ${reason ?? ""}`;
    const move = moves.get(key) ?? { to, reason, leadIds: [] };
    move.leadIds.push(ids[index]!);
    moves.set(key, move);
  }
  for (const move of moves.values()) await changeStatus(scope, { ...move, from: ["new"] });
  return ids;
}

/** `invited` is the number of affiliates that this import has invited before. */
function createAffiliate(scope: Scope, run: Import, row: CheckedRow, invited: number): Promise<RowResult> {
  return unlessRefused(row, async () => {
    const id = await importAffiliate(scope, row.input as NewAffiliate, run);
    if (run.invites) {
      const runAt = new Date(scope.now.getTime() + (invited + 1) * INVITED_EVERY_MS);
      const language = run.language ?? undefined;
      await scope.enqueue("affiliate.invite", { affiliate_id: id, language }, { runAt });
    }
    return id;
  });
}

/**
 * Creates a row. A row rejected for a field becomes wrong and the import continues; the use cases reject before they
 * write. Any other domain error is rethrown as an unexpected error, because a domain error would end the job and the
 * import would never finish.
 */
async function unlessRefused({ result }: CheckedRow, write: () => Promise<string>): Promise<RowResult> {
  try {
    return created(result, await write());
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (!error.field) throw new Error("import row rejected without a field", { cause: error });
    // The form of a lead names the affiliate field differently than a file.
    const field = error.field === "affiliate_id" ? LEAD_AFFILIATE : error.field;
    return { ...result, outcome: "wrong", problems: [{ field, reason: error.code }] };
  }
}
