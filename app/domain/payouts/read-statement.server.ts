import { actingAffiliate, requireStaff } from "../shared/permissions";
import { dayFromDate, type Day } from "../shared/dates";
import { recordId } from "../shared/fields";
import { fromDatabase } from "../shared/money";
import { afterCursor, inOrder, momentKey, readCursor, type Page } from "../shared/page";
import type { Scope } from "../shared/scope";
import type { InvoiceStatus } from "./own-invoice";
import { readInvoiceStatuses } from "./read-invoices.server";
import type { PayoutState } from "./run";
import type { Statement } from "./statement";

/** An issued statement. */
export interface IssuedStatement {
  /** Of the payout. */
  id: string;
  runId: string;
  affiliateId: string;
  state: PayoutState;
  paidOn: Day | null;
  statement: Statement;
  /** Its PDF; null until it is made. */
  fileId: string | null;
  /** The statement that replaces it; null without one. */
  replacedBy: { id: string; number: string } | null;
}

/** A statement in a list. Amounts are in minor units of its currency. */
export interface StatementRow {
  id: string;
  number: string;
  issuedOn: Day;
  until: Day;
  state: PayoutState;
  paidOn: Day | null;
  gross: number;
  currency: string;
  fileId: string | null;
  /** State of the affiliate's invoice; null if none is needed. */
  invoice: InvoiceStatus | null;
}

/**
 * Reads an issued statement, for staff or the affiliate it is for; null if not found. `id` may be any value. Throws
 * `forbidden`.
 */
export async function readStatement(scope: Scope, id: unknown): Promise<IssuedStatement | null> {
  if (scope.actor.kind !== "affiliate") requireStaff(scope);
  const { data: payoutId } = recordId.safeParse(id);
  const payout = payoutId && (await scope.db.payout.findFirst({ where: { id: payoutId, state: { not: "draft" } } }));
  if (!payout) return null;
  const later = await scope.db.payout.findFirst({
    where: { affiliateId: payout.affiliateId, statement: { path: ["corrects"], equals: payout.number! } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { id: true, number: true },
  });
  return {
    id: payout.id,
    runId: payout.runId,
    affiliateId: payout.affiliateId,
    state: payout.state as PayoutState,
    paidOn: payout.paidOn && dayFromDate(payout.paidOn),
    statement: payout.statement as unknown as Statement,
    fileId: payout.fileId,
    replacedBy: later && { id: later.id, number: later.number! },
  };
}

/** Returns a page of the acting affiliate's statements, the latest first. Throws `forbidden`. */
export async function listOwnStatements(scope: Scope, cursor: string | null = null): Promise<Page<StatementRow>> {
  const affiliateId = actingAffiliate(scope);
  const pageCursor = readCursor({ cursor }, "desc", momentKey.valid);
  const payouts = await scope.db.payout.findMany({
    where: { affiliateId, state: { not: "draft" }, ...afterCursor(pageCursor, "createdAt", momentKey.value) },
    orderBy: inOrder(pageCursor, "createdAt"),
    take: pageCursor.take,
  });
  const page = pageCursor.page(payouts, ({ createdAt }) => momentKey.of(createdAt));
  const invoices = await readInvoiceStatuses(scope, page.rows);
  const rows = page.rows.map((payout): StatementRow => {
    const { number, issuedOn, until, currency } = payout.statement as unknown as Statement;
    return {
      id: payout.id,
      number,
      issuedOn,
      until,
      currency,
      state: payout.state as PayoutState,
      paidOn: payout.paidOn && dayFromDate(payout.paidOn),
      gross: fromDatabase(payout.gross ?? 0n),
      fileId: payout.fileId,
      invoice: invoices.get(payout.id) ?? null,
    };
  });
  return { ...page, rows };
}

/** Returns whether the acting affiliate has a statement. Throws `forbidden`. */
export async function hasOwnStatements(scope: Scope): Promise<boolean> {
  const affiliateId = actingAffiliate(scope);
  return (await scope.db.payout.findFirst({ where: { affiliateId, state: { not: "draft" } } })) !== null;
}
