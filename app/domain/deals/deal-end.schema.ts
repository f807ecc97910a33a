import { z } from "zod";
import { formVersion, optionalText, recordId, requiredDay } from "../shared/fields";
import { endReasons } from "./deal-end";

/** No longer than the reason of a lost lead. */
export const LONGEST_END_NOTE = 500;

/** The form that ends a deal. `version` stands for the payments that its preview has shown. */
export const endDealSchema = z
  .object({
    deal_id: recordId,
    reason: z.enum(endReasons, { error: "end_reason_required" }),
    day: requiredDay("end_day_required"),
    note: optionalText(LONGEST_END_NOTE),
    version: formVersion,
  })
  .transform(({ deal_id, ...input }) => ({ dealId: deal_id, ...input }));

export type DealEnding = z.output<typeof endDealSchema>;

/** The button that takes the end of a deal back. */
export const resumeDealSchema = z.object({ deal_id: recordId }).transform((input) => input.deal_id);
