import { DomainError } from "../shared/errors";
import type { Scope } from "../shared/scope";
import { sql, type Sql } from "../shared/sql";

/** An invoice of an affiliate. */
interface NumberedInvoice {
  number: string;
  affiliateId: string;
  payoutId: string;
}

/**
 * Rejects the number of a new invoice that the same affiliate has used for another statement. Numbers of refused and
 * replaced invoices, and those of statements that were taken back, may be used again. Throws `invoice_number_used`.
 */
export async function requireUnusedNumber(scope: Scope, invoice: NumberedInvoice): Promise<void> {
  const isLatest = sql`not exists (
    select from payout_invoice later
    where later.org_id = ${scope.orgId}::uuid and later.payout_id = i.payout_id
      and (later.created_at, later.id) > (i.created_at, i.id))`;
  await requireNone(scope, invoice, sql`(i.state = 'accepted' or i.state = 'waiting' and ${isLatest})`);
}

/**
 * Rejects an invoice whose number was accepted for another statement, because both were sent at the same time. Throws
 * `invoice_number_used`.
 */
export const requireOneAccepted = (scope: Scope, invoice: NumberedInvoice): Promise<void> =>
  requireNone(scope, invoice, sql`i.state = 'accepted'`);

async function requireNone(scope: Scope, { number, affiliateId, payoutId }: NumberedInvoice, which: Sql) {
  const [used] = await scope.db.$queryRaw<{ statement: string }[]>(sql`
    select p.number as statement from payout_invoice i
    join payout p on p.org_id = ${scope.orgId}::uuid and p.id = i.payout_id
    where i.org_id = ${scope.orgId}::uuid and i.affiliate_id = ${affiliateId}::uuid
      and lower(i.number) = lower(${number}) and i.payout_id <> ${payoutId}::uuid and ${which}
    limit 1`);
  if (used) throw new DomainError("invoice_number_used", { invoice: number, number: used.statement }, "number");
}
