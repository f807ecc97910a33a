import { recordAudit } from "../audit/record-audit.server";
import { dateFromDay } from "../shared/dates";
import { DomainError } from "../shared/errors";
import { toDatabase } from "../shared/money";
import { actingUser } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { timeOrderedId } from "../shared/time-ordered-id.server";
import { requireInvoiceSlot } from "./invoice-slot.server";
import { requireUnusedNumber } from "./invoice-number.server";
import { namedStatement, type InvoiceFacts } from "./own-invoice";

export interface SubmittedInvoice {
  payoutId: string;
  /** The stored file. */
  fileId: string;
  facts: InvoiceFacts;
  /** Whether the facts were read from the file. */
  isRead: boolean;
}

/**
 * Adds an invoice to a payout that waits for one (PAY-17): by its affiliate, or by a member who has received it. It
 * replaces one that waits or was refused. The members are told of an affiliate's invoice. Returns its id. Throws
 * `not_found`, `invoice_not_needed`, `invoice_limit`, `invoice_number_used`, `forbidden`.
 */
export async function submitInvoice(scope: Scope, invoice: SubmittedInvoice): Promise<string> {
  const { payoutId, affiliateId, statement: expected } = await requireInvoiceSlot(scope, invoice.payoutId);
  const { fileId, isRead, facts } = invoice;
  const isOwn = scope.actor.kind === "affiliate";
  const enteredBy = isOwn ? null : actingUser(scope);
  if (!isOwn && enteredBy === null) throw new DomainError("forbidden");
  const { number, currency } = facts;
  await requireUnusedNumber(scope, { number, affiliateId, payoutId });
  const id = timeOrderedId(scope.now.getTime());
  const statement = namedStatement(facts.references, expected.number);
  const amounts = { net: toDatabase(facts.net), vat: toDatabase(facts.vat), gross: toDatabase(facts.gross) };
  const data = { id, payoutId, affiliateId, fileId, isRead, number, currency, ...amounts, statement, enteredBy };
  await scope.db.payoutInvoice.createMany({
    data: [{ ...data, issuedOn: dateFromDay(facts.issuedOn), createdAt: scope.now }],
  });
  // The row refers to its payout, so a concurrent decision or withdrawal has ended now, or waits for this transaction.
  await requireStillNeeded(scope, payoutId);
  await recordAudit(scope, {
    action: "invoice.submit",
    entity: "payout",
    entityId: payoutId,
    data: { invoice: number, amount: facts.gross, currency },
  });
  if (isOwn) await scope.enqueue("notice.staff", { type: "invoice_submitted", subject_id: id });
  return id;
}

async function requireStillNeeded(scope: Scope, id: string): Promise<void> {
  const payout = await scope.db.payout.findFirst({ where: { id, state: "open", invoiceState: "needed" } });
  if (!payout) throw new DomainError("invoice_not_needed");
}
