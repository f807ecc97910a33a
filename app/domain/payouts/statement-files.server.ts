import { receiptInFile } from "../files/receipt";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { sql } from "../shared/sql";
import type { Statement } from "./statement";

/** Returns the approved payouts of a run whose statements are not files yet, by number. Throws `forbidden`. */
export async function payoutsWithoutFile(scope: Scope, runId: string): Promise<string[]> {
  requireStaff(scope);
  const payouts = await scope.db.payout.findMany({
    where: { runId, fileId: null, state: { not: "draft" } },
    orderBy: { number: "asc" },
    select: { id: true },
  });
  return payouts.map(({ id }) => id);
}

/** Reads the statement of an approved payout; null if its file exists already. Throws `forbidden`. */
export async function statementWithoutFile(scope: Scope, payoutId: string): Promise<Statement | null> {
  requireStaff(scope);
  const payout = await scope.db.payout.findFirst({
    where: { id: payoutId, fileId: null, state: { not: "draft" } },
    select: { statement: true },
  });
  return (payout?.statement ?? null) as Statement | null;
}

/**
 * Stores which file is the statement of a payout, and makes it the receipt of what was paid with it. Returns false if
 * another file is. Throws `forbidden`.
 */
export async function setStatementFile(scope: Scope, payoutId: string, fileId: string): Promise<boolean> {
  requireStaff(scope);
  const { count } = await scope.db.payout.updateMany({ where: { id: payoutId, fileId: null }, data: { fileId } });
  if (count > 0) await giveReceipts(scope, [payoutId]);
  return count > 0;
}

/** Makes the statements of payouts the receipts of the commissions that were paid with them (PAY-12). */
export async function giveReceipts(scope: Scope, payoutIds: readonly string[]): Promise<void> {
  const of = sql`
    from payout p
    where p.org_id = ${scope.orgId}::uuid and p.id = any(${payoutIds}::uuid[]) and p.state = 'paid'
      and p.file_id is not null and c.org_id = ${scope.orgId}::uuid and c.payout_id = p.id and c.receipt_url is null`;
  const receipt = sql`receipt_url = ${receiptInFile("")} || p.file_id`;
  await scope.db.$executeRaw(sql`update deal c set ${receipt} ${of} and c.commission_paid`);
  await scope.db.$executeRaw(sql`update commission_payment c set ${receipt} ${of} and c.status = 'paid'`);
}
