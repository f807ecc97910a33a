import type { SubmissionResult } from "@conform-to/react";
import type { FormValues } from "~/domain/shared/changed-meanwhile.server";

/** The answer to a form that was not saved. */
export type FormReply = SubmissionResult<string[]> & {
  /** What is stored now in fields that somebody else has changed in the meantime. */
  changed?: FormValues;
  /** Refused for what is stored, which the page may not show yet: the browser loads it anew (client-actions.ts). */
  stale?: true;
  /** Nothing was saved for a reason on our side: the browser keeps what was typed (client-actions.ts). */
  fault?: true;
  /** It answers no submission: the values were typed before and could not be saved then (use-reply.ts). */
  restored?: true;
};
