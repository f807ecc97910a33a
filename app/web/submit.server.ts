import { data } from "@remix-run/node";
import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { z } from "zod";
import { ChangedMeanwhile, type FormValues } from "~/domain/shared/changed-meanwhile.server";
import { DomainError, type ErrorCode } from "~/domain/shared/errors";

/** HTTP status of everything the domain refuses. */
const httpStatus = {
  affiliate_busy: 409,
  affiliate_email_taken: 409,
  affiliate_has_deals: 409,
  affiliate_inactive: 403,
  amount_invalid_whole: 422,
  changed_meanwhile: 409,
  credentials_wrong: 401,
  currency_unclear: 422,
  deal_commission_paid: 409,
  deal_currency_fixed: 409,
  deal_not_one_time: 409,
  deal_type_fixed: 409,
  email_unconfirmed: 403,
  forbidden: 403,
  invitation_by_mail_only: 403,
  invitation_inactive: 409,
  invitation_too_soon: 429,
  lead_has_deal: 409,
  lead_not_open: 409,
  link_expired: 410,
  link_unknown: 404,
  link_used: 410,
  not_found: 404,
  payment_not_due: 409,
  payment_paid_anew: 409,
  payments_changed: 409,
  payments_not_due: 409,
  payments_not_found: 404,
  receipt_needs_payment: 409,
  sign_up_pending: 403,
  start_date_far: 422,
  start_date_past: 422,
  too_many_payments: 422,
  undo_too_late: 409,
  webhook_host_not_allowed: 422,
  webhook_port_not_allowed: 422,
  webhook_needs_https: 422,
  webhook_url_invalid: 422,
} satisfies Record<ErrorCode, number>;

/** The HTTP status a refusal is answered with. */
export function statusOf(error: DomainError): number {
  return httpStatus[error.code];
}

/** The answer to a form that was not saved. */
export type FormReply = SubmissionResult<string[]> & {
  /** What is stored now in fields that somebody else has changed in the meantime. */
  changed?: FormValues;
  /** Refused for what is stored, which the page may not show yet: the browser loads it anew (form-action.ts). */
  stale?: true;
  /** It answers no submission: the values were typed before and could not be saved then (use-reply.ts). */
  restored?: true;
};

/** Never sent back to the page. */
const hideFields = ["password"];

/**
 * Handles a posted form: parses it with the use case's schema, runs it, and turns what is refused into the form's
 * errors, with everything that was typed kept. `run` answers with a redirect.
 */
export async function submit<S extends z.ZodType>(
  form: FormData,
  schema: S,
  run: (input: z.output<S>) => Promise<Response>,
) {
  const submission = parseWithZod(form, { schema });
  if (submission.status !== "success") return data(submission.reply({ hideFields }), { status: 422 });
  try {
    return await run(submission.value as z.output<S>);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const message = messageOf(error);
    const reply: FormReply = {
      ...(error.field
        ? submission.reply({ fieldErrors: { [error.field]: [message] }, hideFields })
        : submission.reply({ formErrors: [message], hideFields })),
      stale: true,
    };
    if (error instanceof ChangedMeanwhile) {
      reply.changed = error.changed;
      // Sent once more, the form is saved: now its sender has been told.
      reply.initialValue = { ...reply.initialValue, seen: error.seen };
    }
    return data(reply, { status: statusOf(error) });
  }
}

/** Key of the sentence in the `errors` texts, with its parameters after "|". */
export function messageOf(error: DomainError): string {
  return Object.keys(error.params).length > 0 ? `${error.code}|${JSON.stringify(error.params)}` : error.code;
}
