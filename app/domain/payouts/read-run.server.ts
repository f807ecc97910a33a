import type { PayoutRun } from "#prisma";
import { readPeople } from "../identity/read-people.server";
import { day, dayFromDate } from "../shared/dates";
import { fromDatabase, sum } from "../shared/money";
import { afterCursor, inOrder, momentKey, readCursor, type Page } from "../shared/page";
import { requireStaff } from "../shared/permissions";
import { recordId } from "../shared/fields";
import type { Scope } from "../shared/scope";
import { heldPayouts } from "./held-payouts.server";
import { planRun, type ProposedPayout } from "./plan-run";
import { readInvoiceStatuses } from "./read-invoices.server";
import { readRunPayees, readRunTerms, runVersion } from "./run-facts.server";
import type { PayoutState, Run, RunPayout, RunState, RunSummary } from "./run";

/** Returns a page of the payout runs, the latest first. Throws `forbidden`. */
export async function listPayoutRuns(
  scope: Scope,
  cursor: string | null = null,
  size?: number,
): Promise<Page<RunSummary>> {
  requireStaff(scope);
  const pageCursor = readCursor({ cursor }, "desc", momentKey.valid, size);
  const runs = await scope.db.payoutRun.findMany({
    where: afterCursor(pageCursor, "createdAt", momentKey.value),
    orderBy: inOrder(pageCursor, "createdAt"),
    take: pageCursor.take,
  });
  const page = pageCursor.page(runs, ({ createdAt }) => momentKey.of(createdAt));
  const sums = await scope.db.payout.groupBy({
    by: ["runId"],
    where: { runId: { in: page.rows.map(({ id }) => id) }, OR: [{ gross: null }, { gross: { gt: 0 } }] },
    _count: { _all: true },
    _sum: { gross: true },
  });
  const sumsOf = new Map(sums.map((one) => [one.runId, one]));
  const rows = page.rows.map((run) => {
    const found = sumsOf.get(run.id);
    const gross = found?._sum.gross ?? null;
    return summaryOf(run, found?._count._all ?? 0, gross === null ? null : fromDatabase(gross));
  });
  return { ...page, rows };
}

const summaryOf = (run: PayoutRun, payouts: number, gross: number | null): RunSummary => ({
  id: run.id,
  currency: run.currency,
  until: dayFromDate(run.until),
  state: run.state as RunState,
  createdAt: run.createdAt.toISOString(),
  payouts,
  gross,
});

/** Reads a run; null if not found. `id` may be any value. Throws `forbidden`. */
export async function readRun(scope: Scope, id: unknown): Promise<Run | null> {
  requireStaff(scope);
  const { data: runId } = recordId.safeParse(id);
  const run = runId && (await scope.db.payoutRun.findFirst({ where: { id: runId } }));
  if (!run) return null;
  const proposals = run.state === "draft" ? await planDraft(scope, run) : [];
  const payoutList = run.state === "draft" ? [] : await readPayouts(scope, run.id);
  const shown = run.state === "draft" ? proposals : payoutList;
  const gross = sum(shown.map((one) => one.gross));
  const people = await readPeople(
    scope,
    [run.createdBy, run.approvedBy].filter((userId) => userId !== null),
  );
  const nameOf = (userId: string | null) => (userId === null ? null : (people.get(userId)?.name ?? null));
  return {
    ...summaryOf(run, shown.filter(isPayout).length, gross),
    note: run.note,
    createdById: run.createdBy,
    createdBy: nameOf(run.createdBy),
    approvedBy: nameOf(run.approvedBy),
    approvedAt: run.approvedAt?.toISOString() ?? null,
    sentAt: run.sentAt?.toISOString() ?? null,
    voidedAt: run.voidedAt?.toISOString() ?? null,
    voidReason: run.voidReason,
    proposals,
    payoutList,
    version: runVersion(proposals),
  };
}

/** Returns false for a statement that pays nothing. */
const isPayout = (one: ProposedPayout | RunPayout): boolean => !("state" in one) || one.gross > 0;

/** Plans what a draft would pay now. */
async function planDraft(scope: Scope, run: PayoutRun): Promise<ProposedPayout[]> {
  const terms = await readRunTerms(scope, { currency: run.currency, until: dayFromDate(run.until) });
  return planRun(terms, await readRunPayees(scope, terms, run.id));
}

async function readPayouts(scope: Scope, runId: string): Promise<RunPayout[]> {
  const rows = await scope.db.$queryRaw<PayoutRow[]>`
    select p.id, p.affiliate_id, a.name, p.state, p.number, jsonb_array_length(p.statement -> 'lines') as lines, p.net,
           p.vat, p.gross, p.paid_on::text as paid_on, p.return_reason, p.bank_file_id is not null as is_in_file,
           p.invoice_state as "invoiceState"
    from payout p join affiliate a on a.org_id = ${scope.orgId}::uuid and a.id = p.affiliate_id
    where p.org_id = ${scope.orgId}::uuid and p.run_id = ${runId}::uuid
    order by p.number`;
  const held = await heldPayouts(scope, runId);
  const invoices = await readInvoiceStatuses(scope, rows);
  return rows.map((row) => ({
    id: row.id,
    affiliateId: row.affiliate_id,
    name: row.name,
    state: row.state as PayoutState,
    number: row.number,
    lines: row.lines,
    net: fromDatabase(row.net),
    vat: fromDatabase(row.vat),
    gross: fromDatabase(row.gross),
    paidOn: row.paid_on === null ? null : day(row.paid_on),
    returnReason: row.return_reason,
    isInFile: row.is_in_file,
    isHeld: held.has(row.id),
    invoice: invoices.get(row.id) ?? null,
  }));
}

interface PayoutRow {
  id: string;
  affiliate_id: string;
  name: string;
  state: string;
  number: string;
  lines: number;
  net: bigint;
  vat: bigint;
  gross: bigint;
  paid_on: string | null;
  return_reason: string | null;
  is_in_file: boolean;
  invoiceState: string | null;
}
