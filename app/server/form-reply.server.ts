import type { Submission } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { z } from "zod";
import { EditConflict } from "~/domain/shared/edit-conflict.server";
import { DomainError, natureOf, type ErrorCode } from "~/domain/shared/errors";
import type { RefusalKind } from "~/domain/shared/refusals";
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

/** Returns the status of an error response, and the seconds to wait where waiting helps. */
export function refusedWith(error: unknown): { status: number; headers?: Record<string, string> } {
  const status = statusOf(error);
  const wait = error instanceof DomainError && status === 429 ? error.params["seconds"] : undefined;
  return { status, ...(wait !== undefined && { headers: { "Retry-After": String(wait) } }) };
}

/**
 * Returns the key of the message in the `errors` texts, with its parameters after "|"; undefined for an unexpected
 * error.
 */
export function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof DomainError)) return undefined;
  return Object.keys(error.params).length > 0 ? `${error.code}|${JSON.stringify(error.params)}` : error.code;
}

/** Fields that are never sent back to the page. */
const hideFields = ["password", "new_password", "code", "passkey"];

/** Returns the entered values with the errors of the schema. */
export function unreadReply(submission: Submission<unknown, string[]>): FormReply {
  return submission.reply({ hideFields });
}

/** Returns the entered values with errors of fields that are rejected before the schema runs. */
export function refusedFields(form: FormData, fieldErrors: Record<string, string[]>): FormReply {
  return asTyped(form).reply({ fieldErrors, hideFields });
}

/**
 * Returns the entered values with a domain error at its field or at the form; null for an unexpected error. `inWords`
 * makes the message from the reason's key.
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
  if (error instanceof EditConflict) {
    reply.changed = error.changed;
    // The user has now seen the conflict, so the next submission saves.
    reply.initialValue = { ...reply.initialValue, version: error.version };
  }
  return reply;
}

/** Returns the entered values, to show them again beside the result. */
export const echoReply = (form: FormData): FormReply => asTyped(form).reply({ hideFields });

/**
 * Returns the entered values, with an unexpected error as a form error, and the status of the response. `message` says
 * what failed, unless the database was not available. `reference` is the id of the error in the log.
 */
export function unexpectedErrorReply(
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
