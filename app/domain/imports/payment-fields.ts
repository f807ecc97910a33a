import { z } from "zod";
import { MAX_INVOICE_NUMBER } from "../commissions/customer-payment.schema";
import { firstOfMonth, isDay, type Day } from "../shared/dates";
import { boundedText, optionalEntry, optionalText, requiredEntry } from "../shared/fields";
import { readDay } from "../shared/typed-day";

/** Languages in which files spell months. */
const monthLanguages = ["de", "en", "fr", "es"] as const;

/** A time of day after a day, as programs export it. */
const TIME = /[T ]\d{1,2}:\d{2}.*$/;
const YEAR_MONTH = /^(\d{4})[./-](\d{1,2})$/;
const MONTH_YEAR = /^(\d{1,2})[./-](\d{4})$/;

/** Reads a day of a file. Between slashes the day comes before the month. Null if it is not a day. */
export function readFileDay(text: string): Day | null {
  const typed = text.trim().replace(TIME, "");
  for (const language of monthLanguages) {
    const day = readDay(typed, { language, american: false });
    if (day) return day;
  }
  return null;
}

/** Reads a month of a file: "2026-03", "03/2026", "March 2026" or a day in it. Returns its first day, or null. */
export function readFileMonth(text: string): Day | null {
  const typed = text.trim();
  const [, year, month] = YEAR_MONTH.exec(typed) ?? [];
  const [, laterMonth, laterYear] = MONTH_YEAR.exec(typed) ?? [];
  const numeric = `${year ?? laterYear}-${(month ?? laterMonth ?? "").padStart(2, "0")}-01`;
  if (isDay(numeric)) return numeric;
  // Spreadsheets in German shorten "März" to "Mrz".
  const found = readFileDay(typed) ?? readFileDay(`1 ${typed.replace(/^mrz/i, "mär")}`);
  return found && firstOfMonth(found);
}

/** Schema of a cell that `read` converts; null if it is empty. */
const optional = <Value>(read: (text: string) => Value | null, problem: string) =>
  optionalEntry.transform((text, context) => {
    const value = text ? read(text) : null;
    if (text && value === null) context.addIssue({ code: "custom", message: problem });
    return value;
  });

/** Limit for the name of a company or a deal in a file; longer ones match nothing. */
const MAX_NAME = 300;

/** Fields of a customer's payment in a file: what names its commission, then the payment itself. */
export const paymentFields = {
  company_name: { schema: optionalText(MAX_NAME) },
  deal: { schema: optionalText(MAX_NAME) },
  deal_id: { schema: optionalEntry },
  /** Id of a monthly payment or of a one-time deal, as exported. */
  payment_id: { schema: optionalEntry },
  month: { schema: optional(readFileMonth, "import_month_invalid") },
  invoice_number: { schema: optionalText(MAX_INVOICE_NUMBER) },
  paid_on: {
    schema: requiredEntry("customer_paid_on_required").transform((text, context) => {
      const day = readFileDay(text);
      if (!day) context.addIssue({ code: "custom", message: "date_invalid" });
      return day ?? z.NEVER;
    }),
  },
  /** Without an amount, what was agreed. */
  amount: { schema: optionalEntry },
  /** Only compared with that of the deal. */
  currency: { schema: boundedText(MAX_NAME).trim().optional() },
  invoiced_on: { schema: optional(readFileDay, "date_invalid") },
} as const;

export type PaymentField = keyof typeof paymentFields;

/** Schema of a row with a customer's payment. The amount is parsed later, in the currency of its deal. */
export const paymentRowSchema = z.object({
  company_name: paymentFields.company_name.schema,
  deal: paymentFields.deal.schema,
  deal_id: paymentFields.deal_id.schema,
  payment_id: paymentFields.payment_id.schema,
  month: paymentFields.month.schema,
  invoice_number: paymentFields.invoice_number.schema,
  paid_on: paymentFields.paid_on.schema,
  amount: paymentFields.amount.schema,
  currency: paymentFields.currency.schema,
  invoiced_on: paymentFields.invoiced_on.schema,
});

export type PaymentRow = z.output<typeof paymentRowSchema>;
