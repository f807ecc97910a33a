import type { Submission } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { z } from "zod";
import { ChangedMeanwhile } from "~/domain/shared/changed-meanwhile.server";
import { DomainError, natureOf, type ErrorCode, type RefusalKind } from "~/domain/shared/errors";
import { isUnavailable } from "~/platform/db/outage.server";
import type { FormReply } from "~/browser/form-reply";

/** HTTP status of each kind of domain error. */
const httpStatus = {
  unauthenticated: 401,
  paused: 402,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  race: 409,
  gone: 410,
  invalid: 422,
  rate_limited: 429,
} satisfies Record<RefusalKind, number>;

/** Returns the HTTP status of a domain error by its code. */
export const statusOfCode = (code: ErrorCode): number => httpStatus[natureOf(code).kind];

/** Returns the HTTP status of a domain error; 500 for every other error. */
export const statusOf = (error: unknown): number => (error instanceof DomainError ? statusOfCode(error.code) : 500);

/** How the answer to a refusal begins: its status, and how many seconds to wait where waiting helps. */
export function refusedWith(error: unknown): { status: number; headers?: Record<string, string> } {
  const status = statusOf(error);
  const wait = error instanceof DomainError && status === 429 ? error.params["seconds"] : undefined;
  return { status, ...(wait !== undefined && { headers: { "Retry-After": String(wait) } }) };
}

/**
 * Key of the sentence in the `errors` texts, with its parameters after "|"; nothing for a fault, which is no refusal.
 */
export function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof DomainError)) return undefined;
  return Object.keys(error.params).length > 0 ? `${error.code}|${JSON.stringify(error.params)}` : error.code;
}

/** Never sent back to the page. */
const hideFields = ["password", "new_password", "code", "passkey"];

/** What was typed, with the errors of its schema. */
export function unreadReply(submission: Submission<unknown, string[]>): FormReply {
  return submission.reply({ hideFields });
}

/** What was typed, with the fields that are refused before their schema is asked, and why. */
export function refusedFields(form: FormData, fieldErrors: Record<string, string[]>): FormReply {
  return asTyped(form).reply({ fieldErrors, hideFields });
}

/**
 * What was typed, with what the domain refuses as an error of its field or of the form; null for a fault. `inWords`
 * makes the error of the reason's key.
 */
export function refusedReply(form: FormData, error: unknown, inWords: (reason: string) => string): FormReply | null {
  const reason = reasonOf(error);
  if (!(error instanceof DomainError) || reason === undefined) return null;
  const errors = [inWords(reason)];
  const reply: FormReply = {
    ...asTyped(form).reply({
      ...(error.field && errors[0] === reason ? { fieldErrors: { [error.field]: errors } } : { formErrors: errors }),
      hideFields,
    }),
    stale: true,
  };
  if (error instanceof ChangedMeanwhile) {
    reply.changed = error.changed;
    // Sent once more, the form is saved: now its sender has been told.
    reply.initialValue = { ...reply.initialValue, version: error.version };
  }
  return reply;
}

/** What was typed, to be shown again beside what came of it. */
export const typedReply = (form: FormData): FormReply => asTyped(form).reply({ hideFields });

/**
 * What was typed, with an unexpected error as an error of the form, and the answer's status: `message` says what
 * failed, unless the database was not available. `reference` is the id under which the error is in the log.
 */
export function faultReply(
  form: FormData,
  error: unknown,
  message: string,
  reference: string,
): [FormReply, { status: number }] {
  const away = isUnavailable(error);
  const formErrors = [away ? "unavailable" : `${message}|${JSON.stringify({ reference })}`];
  return [{ ...asTyped(form).reply({ formErrors, hideFields }), fault: true }, { status: away ? 503 : 500 }];
}

const asTyped = (form: FormData) => parseWithZod(form, { schema: z.looseObject({}) });
