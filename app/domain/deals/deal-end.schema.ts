import { z } from "zod";
import { formVersion, optionalText, recordId, requiredDay } from "../shared/fields";
import { endReasons } from "./deal-end";

/** As long as the reason of a lost lead. */
export const MAX_END_NOTE_LENGTH = 500;

/** Input of the form that ends a deal. `version` identifies the payments shown in its preview. */
export const endDealSchema = z
  .object({
    deal_id: recordId,
    reason: z.enum(endReasons, { error: "end_reason_required" }),
    day: requiredDay("end_day_required"),
    note: optionalText(MAX_END_NOTE_LENGTH),
    version: formVersion,
  })
  .transform(({ deal_id, ...input }) => ({ dealId: deal_id, ...input }));

export type DealEnding = z.output<typeof endDealSchema>;

/** Input of the button that undoes the end of a deal. */
export const resumeDealSchema = z.object({ deal_id: recordId }).transform((input) => input.deal_id);
