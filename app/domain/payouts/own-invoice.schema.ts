import { z } from "zod";
import { uploadedFile } from "../files/uploaded-file.schema";
import { parseAmountInput } from "../shared/amount-problem";
import { optionalEntry, recordId, requiredDay, requiredText } from "../shared/fields";
import { sum } from "../shared/money";
import { MAX_NUMBER, type InvoiceFacts } from "./own-invoice";

/** Form with an invoice. A file in XML has the values itself, so the form may be sent without them. */
export const invoiceFormSchema = z.object({
  number: optionalEntry,
  issued_on: optionalEntry,
  net: optionalEntry,
  vat: optionalEntry,
  gross: optionalEntry,
  invoice_file: uploadedFile.optional(),
});

/** The same values, entered for a PDF. `currency` is the statement's; `locale` determines how numbers are read. */
export const enteredInvoiceSchema = (currency: string, locale?: string) => {
  const amount = (parse: (text: string | undefined) => { amount: number } | { problem: string }) =>
    optionalEntry.transform((text, context) => {
      const read = parse(text);
      if ("amount" in read) return read.amount;
      context.addIssue({ code: "custom", message: read.problem });
      return z.NEVER;
    });
  const parsed = (text: string, least: 0 | 1) => {
    const { amount: found, problem } = parseAmountInput(text, currency, { locale, notPositive: null });
    if (problem !== null) return { problem };
    return found < least ? { problem: "amount_positive" } : { amount: found };
  };
  const needed = amount((text) => (text ? parsed(text, 1) : { problem: "amount_required" }));
  return z
    .object({
      ...invoiceFormSchema.shape,
      number: requiredText("invoice_number_required", MAX_NUMBER),
      issued_on: requiredDay("invoice_day_required"),
      net: needed,
      vat: amount((text) => (text ? parsed(text, 0) : { amount: 0 })),
      gross: needed,
    })
    .transform(({ number, issued_on: issuedOn, net, vat, gross }, context): InvoiceFacts => {
      if (sum([net, vat]) !== gross) context.addIssue({ code: "custom", path: ["gross"], message: "invoice_sum" });
      return { number, issuedOn, currency, net, vat, gross, references: [] };
    });
};

/** Form that accepts an invoice. */
export const acceptInvoiceSchema = z.object({ invoice_id: recordId }).transform((input) => input.invoice_id);

/** Form that refuses an invoice. */
export const refuseInvoiceSchema = z
  .object({ invoice_id: recordId, reason: requiredText("invoice_reason_required", 500) })
  .transform((input) => ({ invoiceId: input.invoice_id, reason: input.reason }));
