import { z } from "zod";
import { parseAmountInput } from "../shared/amount-problem";
import { optionalEntry, optionalText, requiredDay } from "../shared/fields";
import { parseDay } from "../shared/dates";
import { chosenCommissions, oneCommission, requireCommissions, toChosenCommissions } from "./commission.schema";

/** Limit for the number of an invoice. */
export const MAX_INVOICE_NUMBER = 50;

const paidOn = requiredDay("customer_paid_on_required");

/** Form that records the customer's payment of several commissions. */
export const customerPaymentsSchema = z
  .object({ ...chosenCommissions, paid_on: paidOn })
  .superRefine(requireCommissions)
  .transform((input) => ({ ...toChosenCommissions(input), paidOn: input.paid_on }));

/**
 * Form that records the customer's payment of one commission. `currency` is the deal's; `locale` determines how numbers
 * are read.
 */
export const customerPaymentSchema = (currency: string, locale?: string) =>
  z
    .object({
      ...oneCommission,
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
  .object(oneCommission)
  .transform(({ kind, id }) => (kind === "deal" ? { deals: [id], payments: [] } : { deals: [], payments: [id] }));
