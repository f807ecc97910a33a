import type { SubmissionResult } from "@conform-to/react";
import type { FormValues } from "~/domain/shared/edit-conflict.server";

/** The result of a form that was not saved. */
export type FormReply = SubmissionResult<string[]> & {
  /** Current values of fields that another user has changed in the meantime. */
  changed?: FormValues;
  /** Rejected because of stored data that the page may not show yet; the browser reloads it (client-actions.ts). */
  stale?: true;
  /** An unexpected error; nothing was saved. The browser keeps the entered values (client-actions.ts). */
  fault?: true;
  /** Not the result of a submission: the values are a draft that could not be saved before (use-reply.ts). */
  restored?: true;
};

/** Returns the result of the last submission if it was the form with this intent, of several on the page. */
export const replyTo = (reply: FormReply | undefined, intent: string): FormReply | undefined =>
  reply?.initialValue?.["intent"] === intent ? reply : undefined;
