import { z } from "zod";
import { parseAmountInput } from "../shared/amount-problem";
import { shapeOf, toRecord } from "../shared/field-list";
import { formVersion, optionalEntry } from "../shared/fields";
import { MAX_PAY_DAY, payoutCadences } from "./payer";
import { addressFields } from "./payee.schema";

/**
 * Form of the payer (PAY-03). `currency` is the organization's; `locale` determines how the smallest amount is read.
 */
export const payerSchema = (currency: string, locale?: string) =>
  z
    .object({
      ...shapeOf(addressFields),
      cadence: z.enum(payoutCadences, { error: "payout_cadence_invalid" }).optional(),
      pay_day: optionalEntry,
      minimum_amount: optionalEntry,
      version: formVersion,
    })
    .transform((input, context) => {
      const fail = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
      const payDay = input.pay_day ? Number(input.pay_day) : null;
      if (payDay !== null && !(Number.isInteger(payDay) && payDay >= 1 && payDay <= MAX_PAY_DAY))
        fail("pay_day", "pay_day_invalid");
      const read = input.minimum_amount ? parseAmountInput(input.minimum_amount, currency, { locale }) : null;
      if (read?.problem) fail("minimum_amount", read.problem);
      return {
        ...toRecord(addressFields, input),
        cadence: input.cadence ?? null,
        payDay,
        minimumAmount: read?.amount ?? 0,
        version: input.version,
      };
    });

export type PayerInput = z.output<ReturnType<typeof payerSchema>>;
