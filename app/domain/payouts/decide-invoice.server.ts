import type { PayoutInvoice } from "#prisma";
import { recordAudit } from "../audit/record-audit.server";
import { notifyAffiliate } from "../notifications/notify-affiliate.server";
import { DomainError } from "../shared/errors";
import { recordId } from "../shared/fields";
import { fromDatabase } from "../shared/money";
import { actingUser, requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { sql } from "../shared/sql";
import { requireOneAccepted } from "./invoice-number.server";
import { lockPayouts } from "./invoice-slot.server";
import { lockRun } from "./lock-run.server";
import type { InvoiceNeed, StoredInvoiceState } from "./own-invoice";

export interface InvoiceDecision {
  payoutId: string;
  /** The invoice that was shown. */
  invoiceId: string;
}

/**
 * Accepts the invoice of a payout, which can be paid from then on (PAY-17). Returns whether this call did it. Throws
 * `not_found`, `invoice_not_needed` (the payout is not open), `invoice_changed` (another one came, or it was refused),
 * `invoice_number_used` (of two sent at the same time), `forbidden`.
 */
export async function acceptInvoice(scope: Scope, decision: InvoiceDecision): Promise<boolean> {
  const { invoice } = await lockInvoice(scope, decision);
  if (invoice.state === "accepted") return false;
  if (invoice.state !== "waiting") throw new DomainError("invoice_changed");
  await requireOneAccepted(scope, invoice);
  await decide(scope, invoice, { state: "accepted", need: "accepted", reason: null });
  await recordAudit(scope, {
    action: "invoice.accept",
    entity: "payout",
    entityId: invoice.payoutId,
    data: { invoice: invoice.number, amount: fromDatabase(invoice.gross), currency: invoice.currency },
  });
  return true;
}

/**
 * Refuses the invoice of a payout, and tells the affiliate why. One that was accepted can be refused until the payout
 * is in a bank file or paid. Returns whether this call did it. Throws `not_found`, `invoice_not_needed` (it is not
 * open), `invoice_changed` (another one came), `invoice_in_bank_file`, `forbidden`.
 */
export async function refuseInvoice(
  scope: Scope,
  { reason, ...decision }: InvoiceDecision & { reason: string },
): Promise<boolean> {
  const { invoice, payout } = await lockInvoice(scope, decision);
  if (invoice.state === "refused") return false;
  if (payout.bankFileId !== null) throw new DomainError("invoice_in_bank_file");
  await decide(scope, invoice, { state: "refused", need: "needed", reason });
  await recordAudit(scope, {
    action: "invoice.refuse",
    entity: "payout",
    entityId: invoice.payoutId,
    data: { invoice: invoice.number, reason },
  });
  await notifyAffiliate(scope, {
    type: "invoice_refused",
    affiliateId: payout.affiliateId,
    payoutId: payout.id,
    number: payout.number ?? "",
    reason,
  });
  return true;
}

/** Locks the run and the payout of an invoice, which must be the latest of its payout. */
async function lockInvoice(scope: Scope, { payoutId, invoiceId }: InvoiceDecision) {
  requireStaff(scope);
  const { data: id } = recordId.safeParse(payoutId);
  const found = id && (await scope.db.payout.findFirst({ where: { id }, select: { runId: true } }));
  if (!found) throw new DomainError("not_found");
  await lockRun(scope, found.runId);
  await lockPayouts(scope, sql`id = ${payoutId}::uuid`);
  const payout = await scope.db.payout.findFirstOrThrow({ where: { id: payoutId } });
  if (payout.state !== "open" || payout.invoiceState === null) throw new DomainError("invoice_not_needed");
  const invoice = await scope.db.payoutInvoice.findFirst({
    where: { payoutId },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  if (!invoice) throw new DomainError("not_found");
  if (invoice.id !== invoiceId) throw new DomainError("invoice_changed");
  return { invoice, payout };
}

async function decide(
  scope: Scope,
  { id, payoutId }: PayoutInvoice,
  { state, need, reason }: { state: StoredInvoiceState; need: InvoiceNeed; reason: string | null },
): Promise<void> {
  const decided = { decidedBy: actingUser(scope), decidedAt: scope.now };
  await scope.db.payoutInvoice.updateMany({ where: { id }, data: { state, reason, ...decided } });
  await scope.db.payout.updateMany({ where: { id: payoutId }, data: { invoiceState: need } });
}
