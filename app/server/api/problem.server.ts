import { z } from "zod";
import { EditConflict } from "~/domain/shared/edit-conflict.server";
import type { DomainError, ErrorCode } from "~/domain/shared/errors";
import { refusals } from "~/domain/shared/refusals";
import { namesOf } from "~/domain/shared/field-list";
import { about, type RestTexts } from "./texts.server";

// Errors of the API as "problem details" (RFC 9457).

/** Status by code of the errors that only the API raises. The message is `rest:problems.<code>`. */
export const apiProblems = {
  unauthorized: 401,
  read_only_key: 403,
  unknown_address: 404,
  method_not_allowed: 405,
  precondition_failed: 412,
  body_too_large: 413,
  body_not_json: 415,
  body_not_file: 415,
  body_encoded: 415,
  body_malformed: 400,
  invalid: 422,
  cursor_invalid: 422,
  idempotency_key_invalid: 400,
  too_many_requests: 429,
  fault: 500,
  unavailable: 503,
} as const satisfies Record<keyof RestTexts["problems"], number>;

/** Domain errors that API requests can raise. The API page explains each. */
export const domainProblems = namesOf(refusals).filter((code) => "api" in refusals[code]);

export type ApiProblemCode = keyof typeof apiProblems;

/** A problem with one part of a request. */
export interface PartProblem {
  /** JSON Pointer into the body (RFC 6901). */
  pointer?: string;
  /** Name of the parameter. */
  parameter?: string;
  /** Key of a sentence in the `errors` or `rest:parts` texts, with parameters after "|". */
  message: string;
}

/** A request that the API rejects before it calls the domain. */
export class ApiProblem extends Error {
  override readonly name = "ApiProblem";
  constructor(
    readonly code: ApiProblemCode,
    readonly parts: readonly PartProblem[] = [],
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(code);
  }
}

/** Translates the field names of a domain error from those of the forms to those of the API. */
export function partsOf(error: DomainError): PartProblem[] {
  if (error instanceof EditConflict) {
    return Object.keys(error.changed).map((field) => ({ pointer: `/${field}`, message: error.code }));
  }
  return error.field ? [{ pointer: `/${error.field}`, message: error.code }] : [];
}

/** A problem as it is sent. */
export const problemSchema = z
  .object({
    type: z.url().describe(about("problem_type")),
    title: z.string(),
    status: z.int(),
    code: z.string().describe(about("problem_code")),
    detail: z.string(),
    request_id: z.string(),
    merged_into: z.uuid().optional().describe(about("problem_merged")),
    errors: z
      .array(
        z.object({
          pointer: z.string().optional().describe(about("problem_pointer")),
          parameter: z.string().optional(),
          code: z.string(),
          detail: z.string(),
        }),
      )
      .optional(),
  })
  .meta({ id: "Problem" });

export type Problem = z.output<typeof problemSchema>;
export type ProblemCode = ApiProblemCode | ErrorCode;
