import type { z } from "zod";
import type { FileKind, FileType } from "~/domain/files/file";
import type { Scope } from "~/domain/shared/scope";
import type { RestTexts } from "./texts.server";

// One list of operations handles requests, makes the OpenAPI document and drives the contract test
// (docs/decisions/0038-the-rest-api.md).

export type OperationId = keyof RestTexts["operations"];
export type Tag = keyof RestTexts["tags"];
export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

/** Parameters of the path, by their names in braces. */
export type Params = Readonly<Record<string, string>>;

/** What an operation receives. */
export interface Asked<Query, Body> {
  scope: Scope;
  params: Params;
  query: Query;
  body: Body;
  /** Returns a signed address that returns a file for a short time, and when it ends. */
  download: (scope: Scope, fileId: string) => { url: string; expires_at: string };
}

/** Number of requests of one key in a number of seconds. */
export interface OwnLimit {
  name: string;
  times: number;
  seconds: number;
}

interface Common<Query, Body, Answer> {
  id: OperationId;
  tag: Tag;
  method: Method;
  /** Path below {@link API_ROOT}, with parameter names in braces. */
  path: string;
  /** Query parameters. Each arrives as text and is documented with its real type. */
  query?: z.ZodType<Query>;
  body?: z.ZodType<Body>;
  /** Request body of the document's example. */
  example?: object;
  /** An extra rate limit, beside that of all requests of a key. */
  limit?: OwnLimit;
  /** Schema of the response with the status of {@link successOf}. */
  answer: z.ZodType<Answer>;
}

interface Plain<Query, Body, Answer> extends Common<Query, Body, Answer> {
  method: "GET";
  run: (asked: Asked<Query, Body>) => Promise<Answer>;
}

/**
 * Changes several records in one batch. The result is stored to replay the same request, so it must not contain
 * personal data and is limited to these kinds of values.
 */
interface Doing<Query, Body, Answer> extends Common<Query, Body, Answer> {
  method: "POST";
  act: (asked: Asked<Query, Body>) => Promise<Answer & Kept>;
}
type Kept = Readonly<Record<string, number | string | null | { amount: string; currency: string }[]>>;

/** Reads one record; null if it does not exist. Its response has an ETag. */
interface Reading<Query, Body, Answer> extends Common<Query, Body, Answer> {
  method: "GET";
  read: (scope: Scope, params: Params) => Promise<Answer | null>;
}

/** A record that is locked and read before a change, so that `If-Match` still holds when the change runs. */
interface Holding<Answer> {
  /** Locks the record until the end of the transaction. It may be missing. */
  lock: (scope: Scope, params: Params) => Promise<unknown>;
  read: (scope: Scope, params: Params) => Promise<Answer | null>;
}

/** Changes one record, unless `If-Match` does not match it. */
interface Changing<Query, Body, Answer> extends Common<Query, Body, Answer>, Holding<Answer> {
  change: (asked: Asked<Query, Body>) => Promise<unknown>;
}

/**
 * Removes one record, unless `If-Match` does not match it. The response is empty; `answer` is the schema the record is
 * read with.
 */
interface Removing<Query, Body, Answer> extends Common<Query, Body, Answer>, Holding<Answer> {
  method: "DELETE";
  remove: (asked: Asked<Query, Body>) => Promise<unknown>;
}

/** Creates one record. */
interface Creating<Query, Body, Answer> extends Common<Query, Body, Answer> {
  method: "POST";
  /** True if a job does the rest, so that the response shows its progress. */
  isBegun?: boolean;
  /** Returns the id of the new record. */
  create: (asked: Asked<Query, Body>) => Promise<string>;
  /** Reads the response body, for this request or its repetition. */
  created: (scope: Scope, id: string, params: Params) => Promise<Answer | null>;
  /** Path of the record below {@link API_ROOT}. */
  location: (id: string, params: Params) => string;
}

/** Media types of an uploaded file; the bytes decide which one it is. */
export const FILE_BODIES = ["application/pdf", "image/png", "image/jpeg", "application/octet-stream"] as const;

/** Stores the body of the request as a file. Its bytes are read while no transaction is open. */
interface Receiving<Query, Body, Answer> extends Common<Query & { name: string }, Body, Answer> {
  method: "POST";
  receives: FileKind;
  created: (scope: Scope, id: string, params: Params) => Promise<Answer | null>;
  location: (id: string, params: Params) => string;
}

/** Returns a stored file itself instead of JSON. */
interface Sending<Query, Body, Answer> extends Common<Query, Body, Answer> {
  method: "GET";
  /** Media type of the file. */
  sends: FileType;
  /** Returns the id of the file. */
  file: (scope: Scope, params: Params) => Promise<string>;
}

/** Returns the bytes of a document, which the audit log records. */
interface Loading<Query, Body, Answer> extends Common<Query, Body, Answer> {
  method: "GET";
  sends: FileType;
  load: (scope: Scope, params: Params) => Promise<{ name: string; bytes: Uint8Array }>;
}

export type Operation<Query = unknown, Body = unknown, Answer = unknown> =
  | Plain<Query, Body, Answer>
  | Doing<Query, Body, Answer>
  | Reading<Query, Body, Answer>
  | Changing<Query, Body, Answer>
  | Removing<Query, Body, Answer>
  | Creating<Query, Body, Answer>
  | Receiving<Query, Body, Answer>
  | Sending<Query, Body, Answer>
  | Loading<Query, Body, Answer>;

/**
 * Name of the parameter of a list that holds its filters by own fields, `own_<key>`. The document describes them as the
 * parts of one object, because each organization has others.
 */
export const OWN_FILTERS = "own_*";

/** Prefix of every API path; another version would have another one. */
export const API_ROOT = "/api/v1";

/** Adds an operation to the list and checks that its parts fit each other. */
export function operation<Query, Body, Answer>(one: Operation<Query, Body, Answer>): Operation {
  return one as unknown as Operation;
}

/** Returns true if the operation requires a key with write access. It then runs once for each Idempotency-Key. */
export const isWrite = ({ method }: Pick<Operation, "method">): boolean => method !== "GET";

/** Returns the status of a successful response. */
export function successOf(operation: Operation): 200 | 201 | 202 | 204 {
  if ("remove" in operation) return 204;
  if ("receives" in operation) return 201;
  if (!("create" in operation)) return 200;
  return operation.isBegun ? 202 : 201;
}

/** Returns the parameter names of a path. */
export const namesIn = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
