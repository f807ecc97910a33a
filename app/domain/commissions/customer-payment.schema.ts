import { z } from "zod";
import { parseAmountInput } from "../shared/amount-problem";
import { optionalEntry, optionalText, recordId, requiredDay } from "../shared/fields";
import { parseDay } from "../shared/dates";
import { commissionKinds } from "./commission";
import { allMatching, commissionIds } from "./commission.schema";

/** Limit for the number of an invoice. */
export const MAX_INVOICE_NUMBER = 50;

const paidOn = requiredDay("customer_paid_on_required");

/** Form that records the customer's payment of several commissions. */
export const customerPaymentsSchema = z
  .object({
    payment_id: commissionIds,
    /** Ids of one-time deals. */
    deal_id: commissionIds,
    all: allMatching,
    paid_on: paidOn,
  })
  .superRefine((input, context) => {
    if (input.all || input.payment_id.length > 0 || input.deal_id.length > 0) return;
    context.addIssue({ code: "custom", path: ["payment_id"], message: "payments_required" });
  })
  .transform((input) => ({
    payments: input.payment_id,
    deals: input.deal_id,
    all: input.all !== undefined,
    paidOn: input.paid_on,
  }));

/**
 * Form that records the customer's payment of one commission. `currency` is the deal's; `locale` determines how numbers
 * are read.
 */
export const customerPaymentSchema = (currency: string, locale?: string) =>
  z
    .object({
      kind: z.enum(commissionKinds, { error: "not_found" }),
      id: recordId,
      paid_on: paidOn,
      amount: optionalEntry,
      invoice_number: optionalText(MAX_INVOICE_NUMBER),
      invoiced_on: optionalEntry,
    })
    .transform((input, context) => {
      const fail = (path: string, message: string) => {
        context.addIssue({ code: "custom", path: [path], message });
        return null;
      };
      const readAmount = (text: string) => {
        const { amount, problem } = parseAmountInput(text, currency, { locale });
        return problem === null ? amount : fail("amount", problem);
      };
      const invoicedOn = input.invoiced_on
        ? (parseDay(input.invoiced_on) ?? fail("invoiced_on", "date_invalid"))
        : null;
      return {
        kind: input.kind,
        id: input.id,
        paidOn: input.paid_on,
        amount: input.amount ? readAmount(input.amount) : null,
        invoiceNumber: input.invoice_number,
        invoicedOn,
      };
    });

/** Form that removes the customer's payment of one commission. */
export const removeCustomerPaymentSchema = z
  .object({ kind: z.enum(commissionKinds, { error: "not_found" }), id: recordId })
  .transform(({ kind, id }) => (kind === "deal" ? { deals: [id], payments: [] } : { deals: [], payments: [id] }));
