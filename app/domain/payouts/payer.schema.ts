import { z } from "zod";
import { parseAmountInput } from "../shared/amount-problem";
import { parseDay, type Day } from "../shared/dates";
import { shapeOf, toRecord } from "../shared/field-list";
import { formVersion, optionalEntry, optionalText } from "../shared/fields";
import { parsePercent } from "../shared/read-amount";
import { MAX_PAY_DAY, payoutCadences } from "./payer";
import {
  bySeries,
  MAX_VAT_RATES,
  numberSeries,
  patternField,
  patternFields,
  patternProblem,
  usualPatterns,
  vatFields,
  type VatRate,
} from "./payer-settings";
import { addressFields, checkBic, ibanFields, MAX_HOLDER } from "./payee.schema";

/** How the bank books a payout run: as one sum, or each payment. */
export const bookings = ["one", "each"] as const;
export type Booking = (typeof bookings)[number];

const vatNames = Array.from({ length: MAX_VAT_RATES }, (_, index) => vatFields(index + 1)).flat();
const MAX_BASIS_POINTS = 10_000;

/**
 * Form of the payer (PAY-03). `currency` is the organization's; `locale` determines how the smallest amount is read. A
 * row of VAT rates without entries counts as removed.
 */
export const payerSchema = (currency: string, locale?: string) =>
  z
    .object({
      ...shapeOf(addressFields),
      cadence: z.enum(payoutCadences, { error: "payout_cadence_invalid" }).optional(),
      pay_day: optionalEntry,
      minimum_amount: optionalEntry,
      ...patternFields(() => optionalEntry),
      booking: z.enum(bookings, { error: "booking_invalid" }).default("one"),
      ...(Object.fromEntries(vatNames.map((name) => [name, optionalEntry])) as Record<string, typeof optionalEntry>),
      version: formVersion,
    })
    .transform((input, context) => {
      const fail = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
      const payDay = input.pay_day ? Number(input.pay_day) : null;
      if (payDay !== null && !(Number.isInteger(payDay) && payDay >= 1 && payDay <= MAX_PAY_DAY))
        fail("pay_day", "pay_day_invalid");
      const read = input.minimum_amount ? parseAmountInput(input.minimum_amount, currency, { locale }) : null;
      if (read?.problem) fail("minimum_amount", read.problem);
      const numbers = bySeries((series) => input[patternField(series)] || usualPatterns[series]);
      for (const series of numberSeries) {
        const wrong = patternProblem(numbers[series]);
        if (wrong) fail(patternField(series), wrong);
      }
      return {
        ...toRecord(addressFields, input),
        cadence: input.cadence ?? null,
        payDay,
        minimumAmount: read?.amount ?? 0,
        numbers,
        vatRates: readVatRates(input, fail),
        batchBooking: input.booking === "one",
        version: input.version,
      };
    });

export type PayerInput = z.output<ReturnType<typeof payerSchema>>;

/** Reads the entered rates, the earliest first. */
function readVatRates(
  typed: Readonly<Record<string, unknown>>,
  fail: (path: string, message: string) => void,
): VatRate[] {
  const rates: VatRate[] = [];
  const days = new Set<Day>();
  for (let row = 1; row <= MAX_VAT_RATES; row++) {
    const [fromField, rateField] = vatFields(row);
    const [from, rate] = [fromField, rateField].map((name) => (typed[name] as string | undefined) ?? "") as [
      string,
      string,
    ];
    if (!from && !rate) continue;
    const begins = parseDay(from);
    const rateBp = parsePercent(rate);
    if (!begins) fail(fromField, from ? "date_invalid" : "vat_from_required");
    else if (days.has(begins)) fail(fromField, "vat_from_twice");
    else days.add(begins);
    if (rateBp === null || rateBp > MAX_BASIS_POINTS) fail(rateField, rate ? "vat_rate_invalid" : "vat_rate_required");
    else if (begins) rates.push({ from: begins, rateBp });
  }
  return rates.sort((one, other) => (one.from < other.from ? -1 : 1));
}

/** Form of the account from which the organization pays. Without a holder it is in its legal name. */
export const payerAccountSchema = z
  .object({ holder: optionalText(MAX_HOLDER), ...ibanFields, version: formVersion })
  .superRefine(checkBic);

export type PayerAccountInput = z.output<typeof payerAccountSchema>;
