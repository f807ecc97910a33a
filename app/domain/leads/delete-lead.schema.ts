import { z } from "zod";
import { optionalText, recordId } from "../shared/fields";
import { MAX_REASON_LENGTH } from "./lead";

/** Form that deletes a lead, with a reason for its affiliate. */
export const deleteLeadSchema = z
  .object({ lead_id: recordId, reason: optionalText(MAX_REASON_LENGTH) })
  .transform((input) => ({ leadId: input.lead_id, reason: input.reason }));
