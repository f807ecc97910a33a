import { notifyAffiliates } from "../notifications/notify-affiliate.server";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { NumberedStatement } from "./store-statements.server";

/**
 * Tells the affiliates whose statements of a run were just issued that they are paid against their own invoice
 * (PAY-17). Called once for each run, in the transaction that approves it. Throws `forbidden`.
 */
export async function askForInvoices(
  scope: Scope,
  runId: string,
  statements: readonly NumberedStatement[],
): Promise<void> {
  requireStaff(scope);
  const asked = statements.filter(({ statement }) => statement.basis === "own_invoice");
  if (asked.length === 0) return;
  const payouts = await scope.db.payout.findMany({
    where: { runId, invoiceState: "needed" },
    select: { id: true, affiliateId: true },
  });
  const payoutIds = new Map(payouts.map(({ id, affiliateId }) => [affiliateId, id]));
  const notices = asked.map(({ affiliateId, statement: { number, gross, currency } }) => {
    const payoutId = payoutIds.get(affiliateId)!;
    return { type: "invoice_needed" as const, affiliateId, payoutId, number, gross, currency };
  });
  await notifyAffiliates(scope, notices);
}
