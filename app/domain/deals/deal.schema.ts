import { z } from "zod";
import { addMonths, contractEnd, day, type Day } from "../shared/dates";
import { recordId, requiredDay, requiredText, withoutNul } from "../shared/fields";
import { LARGEST_AMOUNT, parseAmount, times } from "../shared/money";

export const dealTypes = ["one-time", "recurring"] as const;
export const DEFAULT_CONTRACT_MONTHS = 12;
const MAX_CONTRACT_MONTHS = 600;
const LAST_DAY = day("9999-12-31");

const shared = {
  lead_id: recordId,
  title: requiredText("title_required", 200),
  currency: z
    .string()
    .overwrite(withoutNul)
    .trim()
    .max(20, `too_long|{"max":20}`)
    .default("EUR")
    .transform((text) => text.toUpperCase() || "EUR"),
  /** Made with the form: posting the same form again finds its deal. */
  submission_id: z.uuid().optional(),
};

const oneTime = z.object({
  ...shared,
  deal_type: z.literal("one-time"),
  amount: z.string({ error: "amount_required" }).trim().min(1, "amount_required"),
  close_date: requiredDay("close_date_required"),
});

const recurring = z.object({
  ...shared,
  deal_type: z.literal("recurring"),
  mrr: z.string({ error: "mrr_required" }).trim().min(1, "mrr_required"),
  contract_duration_months: z
    .string({ error: "duration_required" })
    .trim()
    .min(1, { error: "duration_required", abort: true })
    .regex(/^\d{1,4}$/, "duration_invalid")
    .transform(Number)
    .pipe(
      z
        .number()
        .min(1, "duration_invalid")
        .max(MAX_CONTRACT_MONTHS, `duration_too_long|{"max":${MAX_CONTRACT_MONTHS}}`),
    ),
  contract_start_date: requiredDay("contract_start_required"),
});

const tooLarge = (amount: number) => (amount > LARGEST_AMOUNT ? "amount_too_large" : null);

/** Money of a deal in minor units of its currency. */
export type NewDeal = {
  leadId: string;
  title: string;
  currency: string;
  submissionId: string | null;
  amount: number;
  closeDate: Day;
  recurring: { mrr: number; months: number; start: Day; end: Day } | null;
};

/** The Create Deal form (LEAD-06), as any door sends it: amounts and dates as text, fields in snake_case. */
export const createDealSchema = z
  .discriminatedUnion("deal_type", [oneTime, recurring], { error: "deal_type_required" })
  .transform((input, context): NewDeal => {
    const common = {
      leadId: input.lead_id,
      title: input.title,
      currency: input.currency,
      submissionId: input.submission_id ?? null,
    };
    const money = (field: "amount" | "mrr", text: string): number | null => {
      const amount = parseAmount(text, input.currency);
      const problem = amount === null ? "amount_invalid" : amount <= 0 ? "amount_positive" : tooLarge(amount);
      if (problem) context.addIssue({ code: "custom", path: [field], message: problem });
      return problem ? null : amount;
    };
    if (input.deal_type === "one-time") {
      const amount = money("amount", input.amount);
      if (amount === null) return z.NEVER;
      return { ...common, amount, closeDate: input.close_date, recurring: null };
    }
    const mrr = money("mrr", input.mrr);
    if (mrr === null) return z.NEVER;
    const months = input.contract_duration_months;
    const start = input.contract_start_date;
    const total = times(mrr, months);
    const problem = tooLarge(total);
    if (problem) {
      context.addIssue({ code: "custom", path: ["mrr"], message: problem });
      return z.NEVER;
    }
    if (start > addMonths(LAST_DAY, -months)) {
      context.addIssue({ code: "custom", path: ["contract_start_date"], message: "date_invalid" });
      return z.NEVER;
    }
    return {
      ...common,
      amount: total,
      // A recurring deal is won when its contract begins.
      closeDate: start,
      recurring: { mrr, months, start, end: contractEnd(start, months) },
    };
  });

/** Mark paid, of a one-time deal. */
export const markDealPaidSchema = z.object({ deal_id: recordId }).transform((input) => input.deal_id);
