import { z } from "zod";
import { documentFormats } from "./document";
import { recordId, requiredText } from "../shared/fields";

/**
 * States of an objection (PAY-10). `kept`: staff replied, and the document stays. `canceled`: the document was
 * canceled. `withdrawn`: the affiliate took it back.
 */
export const objectionStates = ["open", "kept", "canceled", "withdrawn"] as const;
export type ObjectionState = (typeof objectionStates)[number];

export interface ObjectionView {
  id: string;
  state: ObjectionState;
  reason: string;
  /** ISO time. */
  raisedAt: string;
  /** What staff replied; null for none. */
  answer: string | null;
}

const MAX_REASON = 2_000;

/** Form of an affiliate who objects to a document. */
export const objectSchema = z
  .object({ document_id: recordId, reason: requiredText("objection_reason_required", MAX_REASON) })
  .transform(({ document_id: documentId, reason }) => ({ documentId, reason }));

/** Form that replies to an objection, and keeps the document. */
export const answerSchema = z
  .object({ objection_id: recordId, answer: requiredText("objection_answer_required", MAX_REASON) })
  .transform(({ objection_id: objectionId, answer }) => ({ objectionId, answer }));

/** Form that withdraws an objection. */
export const withdrawSchema = z.object({ objection_id: recordId }).transform((input) => input.objection_id);

/** Form that downloads a file of a document. */
export const documentFormatSchema = z
  .object({ format: z.enum(documentFormats, { error: "not_found" }) })
  .transform((input) => input.format);
