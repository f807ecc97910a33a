import type { Affiliate, Payout, PayoutRun } from "#prisma";
import { dayFromDate, type Day } from "../shared/dates";
import { recordId } from "../shared/fields";
import { fromDatabase } from "../shared/money";
import { readCursor, type Page } from "../shared/page";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { PayoutState } from "./run";
import type { Statement } from "./statement";

/** An approved payout in the list of all. Amounts are in minor units of its currency. */
export interface PayoutSummary {
  id: string;
  runId: string;
  affiliateId: string;
  affiliate: string;
  /** Of its statement. */
  number: string;
  state: PayoutState;
  currency: string;
  net: number;
  vat: number;
  gross: number;
  /** Commissions due until this day are in it. */
  until: Day;
  paidOn: Day | null;
  returnReason: string | null;
  /** The PDF of its statement; null until it is made. */
  fileId: string | null;
  /** ISO time, like the next one. */
  createdAt: string;
  approvedAt: string;
}

/** Null: any. */
export interface PayoutFilter {
  runId: string | null;
  affiliateId: string | null;
  state: PayoutState | null;
  currency: string | null;
}

const include = { run: true, affiliate: { select: { name: true } } } as const;

/**
 * Returns a page of the payouts of approved runs, the latest first. Drafts are not among them, because their amounts
 * still follow the deals. Throws `forbidden`.
 */
export async function listPayouts(
  scope: Scope,
  filter: PayoutFilter,
  { cursor, size }: { cursor: string | null; size?: number },
): Promise<Page<PayoutSummary>> {
  requireStaff(scope);
  // The ids are ordered by time, so the primary key is read instead of an index of its own.
  const page = readCursor({ cursor }, "desc", (key) => recordId.safeParse(key).success, size);
  const { runId, affiliateId, state, currency } = filter;
  const payouts = await scope.db.payout.findMany({
    where: {
      state: state ?? { not: "draft" },
      ...(page.from && { id: { [page.comparison]: page.from.id } }),
      ...(runId && { runId }),
      ...(affiliateId && { affiliateId }),
      ...(currency && { run: { currency } }),
    },
    orderBy: { id: page.direction },
    take: page.take,
    omit: { statement: true },
    include,
  });
  const found = page.page(payouts, ({ id }) => id);
  return { ...found, rows: found.rows.map(summaryOf) };
}

/** Reads an approved payout with its statement; null if not found. `id` may be any value. Throws `forbidden`. */
export async function readPayout(
  scope: Scope,
  id: unknown,
): Promise<(PayoutSummary & { statement: Statement }) | null> {
  requireStaff(scope);
  const { data: payoutId } = recordId.safeParse(id);
  const where = { id: payoutId, state: { not: "draft" } };
  const payout = payoutId && (await scope.db.payout.findFirst({ where, include }));
  return payout ? { ...summaryOf(payout), statement: payout.statement as unknown as Statement } : null;
}

type Found = Omit<Payout, "statement"> & { run: PayoutRun; affiliate: Pick<Affiliate, "name"> };

/** An approved payout has a number and sums, and its run has been approved. */
const summaryOf = (payout: Found): PayoutSummary => ({
  id: payout.id,
  runId: payout.runId,
  affiliateId: payout.affiliateId,
  affiliate: payout.affiliate.name,
  number: payout.number!,
  state: payout.state as PayoutState,
  currency: payout.run.currency,
  net: fromDatabase(payout.net!),
  vat: fromDatabase(payout.vat!),
  gross: fromDatabase(payout.gross!),
  until: dayFromDate(payout.run.until),
  paidOn: payout.paidOn && dayFromDate(payout.paidOn),
  returnReason: payout.returnReason,
  fileId: payout.fileId,
  createdAt: payout.createdAt.toISOString(),
  approvedAt: payout.run.approvedAt!.toISOString(),
});
