import { z } from "zod";
import { uploadedFile } from "../files/uploaded-file.schema";
import { recordId, requiredLines } from "../shared/fields";
import { entryKinds, MAX_TEXT_LENGTH, type Attachment } from "./conversation";

const written = {
  lead_id: recordId,
  text: requiredLines("conversation_text_required", MAX_TEXT_LENGTH),
  /** Created with the form, so posting the same form again finds its row. */
  submission_id: recordId,
  attachment: uploadedFile.optional(),
};

/** A note or message to write. */
export interface NewEntry {
  leadId: string;
  text: string;
  submissionId: string;
  file: Attachment | null;
}

/** A message of staff, and the affiliate whom the form has named as its reader. */
export interface NewMessage extends NewEntry {
  affiliateId: string;
}

/** Form of an internal note, and of an affiliate's message. */
export const entrySchema = z
  .object({ ...written })
  .transform((input) => ({ leadId: input.lead_id, text: input.text, submissionId: input.submission_id }));

/** Form of a message to the affiliate. */
export const messageSchema = z.object({ ...written, affiliate_id: recordId }).transform((input) => ({
  leadId: input.lead_id,
  text: input.text,
  submissionId: input.submission_id,
  affiliateId: input.affiliate_id,
}));

/** Button that takes back a note or message. */
export const takeBackSchema = z
  .object({ entry_id: recordId, kind: z.enum(entryKinds, { error: "not_found" }) })
  .transform((input) => ({ id: input.entry_id, kind: input.kind }));
