import { z } from "zod";
import { ChangedMeanwhile } from "~/domain/shared/changed-meanwhile.server";
import { refusals, type DomainError, type ErrorCode } from "~/domain/shared/errors";
import { namesOf } from "~/domain/shared/field-list";
import { about, type RestTexts } from "./texts.server";

// What the API refuses, as "problem details" (RFC 9457).

/** What only this door refuses, by its code: the status it is answered with. Its sentence is `rest:problems.<code>`. */
export const apiProblems = {
  unauthorized: 401,
  read_only_key: 403,
  unknown_address: 404,
  method_not_allowed: 405,
  precondition_failed: 412,
  body_too_large: 413,
  body_not_json: 415,
  body_encoded: 415,
  body_malformed: 400,
  invalid: 422,
  cursor_invalid: 422,
  idempotency_key_invalid: 400,
  too_many_requests: 429,
  fault: 500,
  unavailable: 503,
} as const satisfies Record<keyof RestTexts["problems"], number>;

/** The domain errors that an operation of the API can end with. The page of the API explains each. */
export const domainProblems = namesOf(refusals).filter((code) => "api" in refusals[code]);

export type ApiProblemCode = keyof typeof apiProblems;

/** What is wrong with one part of a request. */
export interface PartProblem {
  /** In the body a JSON Pointer (RFC 6901). */
  pointer?: string;
  /** Name of the parameter. */
  parameter?: string;
  /** Key of a sentence in the `errors` or `rest:parts` texts, with parameters after "|". */
  message: string;
}

/** A request that this door refuses before the domain is asked. */
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

/** Fields that the domain refuses by the names of its forms, where the API names them otherwise. */
export function partsOf(error: DomainError): PartProblem[] {
  if (error instanceof ChangedMeanwhile) {
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
