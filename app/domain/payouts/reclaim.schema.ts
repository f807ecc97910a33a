import { z } from "zod";
import { boundedText, MAX_ENTRY_LENGTH, optionalText, recordId, requiredDay, requiredText } from "../shared/fields";

const version = boundedText(MAX_ENTRY_LENGTH, "reclaim_changed", "reclaim_changed");

/** Form that records that an affiliate has paid a debt back. */
export const paidBackSchema = z
  .object({ day: requiredDay("payout_day_required"), note: optionalText(500), version })
  .transform((input) => ({ kind: "paid_back" as const, ...input }));

/** Form that waives a debt. */
export const waiveSchema = z
  .object({ reason: requiredText("waive_reason_required", 500), version })
  .transform(({ reason, ...input }) => ({ kind: "waived" as const, note: reason, ...input }));

/** Form that takes a settlement back. */
export const undoSettlementSchema = z.object({ settlement_id: recordId }).transform((input) => input.settlement_id);
