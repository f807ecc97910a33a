import type { Prisma } from "#prisma";
import { DomainError } from "../shared/errors";
import { recordId } from "../shared/fields";
import { actingAffiliate, requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { sql, type Sql } from "../shared/sql";
import { MAX_INVOICES, type InvoiceNeed } from "./own-invoice";
import type { Statement } from "./statement";

/** The condition that a payout can be paid as far as invoices are concerned. */
export const withoutMissingInvoice = {
  OR: [{ invoiceState: null }, { invoiceState: "accepted" satisfies InvoiceNeed }],
} satisfies Prisma.PayoutWhereInput;

/** A payout that waits for an invoice. */
export interface InvoiceSlot {
  payoutId: string;
  runId: string;
  affiliateId: string;
  statement: Statement;
}

/**
 * Reads the payout that an invoice is for, for staff or its affiliate. `id` may be any value. Throws `not_found`,
 * `invoice_not_needed` (it is not open, or has an accepted one), `invoice_limit`, `forbidden`.
 */
export async function requireInvoiceSlot(scope: Scope, id: unknown): Promise<InvoiceSlot> {
  if (scope.actor.kind === "affiliate") requireSelf(scope);
  else requireStaff(scope);
  const { data: payoutId } = recordId.safeParse(id);
  const payout = payoutId && (await scope.db.payout.findFirst({ where: { id: payoutId, state: { not: "draft" } } }));
  if (!payout) throw new DomainError("not_found");
  if (payout.state !== "open" || payout.invoiceState !== "needed") throw new DomainError("invoice_not_needed");
  if ((await scope.db.payoutInvoice.count({ where: { payoutId } })) >= MAX_INVOICES)
    throw new DomainError("invoice_limit", { max: MAX_INVOICES });
  const { runId, affiliateId } = payout;
  return { payoutId, runId, affiliateId, statement: payout.statement as unknown as Statement };
}

/** A member who views the portal may not act for the affiliate. */
function requireSelf(scope: Scope): void {
  actingAffiliate(scope);
  if (scope.actor.kind === "affiliate" && scope.actor.viewedBy) throw new DomainError("forbidden");
}

/**
 * Locks payouts until the transaction ends. A new invoice refers to its payout, so none is added meanwhile. `payouts`:
 * the condition on the table `payout`.
 */
export async function lockPayouts(scope: Scope, payouts: Sql): Promise<void> {
  await scope.db.$queryRaw(sql`
    select count(*) from (
      select 1 from payout where org_id = ${scope.orgId}::uuid and ${payouts} order by id for update
    ) locked`);
}

/**
 * Ends the invoices of payouts that no longer exist for the bank. The caller has locked the run. `payouts`: the
 * condition on the table `payout`.
 */
export async function voidInvoices(scope: Scope, payouts: Sql): Promise<void> {
  await lockPayouts(scope, payouts);
  await scope.db.$executeRaw(sql`
    update payout_invoice set state = 'void'
    where org_id = ${scope.orgId}::uuid and state in ('waiting', 'accepted') and payout_id in (
      select id from payout where org_id = ${scope.orgId}::uuid and ${payouts})`);
}
