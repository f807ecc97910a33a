import type { z } from "zod";
import type { Scope } from "~/domain/shared/scope";
import type { RestTexts } from "./texts.server";

// One list of operations answers requests, makes the OpenAPI document and is called by the contract test
// (docs/decisions/0038-the-rest-api.md).

export type OperationId = keyof RestTexts["operations"];
export type Tag = keyof RestTexts["tags"];
export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

/** What the address names, by the names in braces. */
export type Params = Readonly<Record<string, string>>;

/** What an operation is handed. */
export interface Asked<Query, Body> {
  scope: Scope;
  params: Params;
  query: Query;
  body: Body;
}

/** So many requests of one key in so many seconds. */
export interface OwnLimit {
  name: string;
  times: number;
  seconds: number;
}

interface Common<Query, Body, Answer> {
  id: OperationId;
  tag: Tag;
  method: Method;
  /** Behind {@link API_ROOT}, with names in braces. */
  path: string;
  /** Parameters; each comes as a text, and is documented as what it stands for. */
  query?: z.ZodType<Query>;
  body?: z.ZodType<Body>;
  /** What is sent for the example of the document. */
  example?: object;
  /** A limit of its own, beside that of all requests of a key. */
  limit?: OwnLimit;
  /** What is answered with the status of {@link successOf}. */
  answer: z.ZodType<Answer>;
}

interface Plain<Query, Body, Answer> extends Common<Query, Body, Answer> {
  method: "GET";
  run: (asked: Asked<Query, Body>) => Promise<Answer>;
}

/**
 * Does something to several records at once. What it answers is kept for the same request, should it come again: so it
 * names no person, and has none but these kinds of values.
 */
interface Doing<Query, Body, Answer> extends Common<Query, Body, Answer> {
  method: "POST";
  act: (asked: Asked<Query, Body>) => Promise<Answer & Kept>;
}
type Kept = Readonly<Record<string, number | string | null | { amount: string; currency: string }[]>>;

/** Reads one record: null when there is none. Its answer has an ETag. */
interface Reading<Query, Body, Answer> extends Common<Query, Body, Answer> {
  method: "GET";
  read: (scope: Scope, params: Params) => Promise<Answer | null>;
}

/** A record that is locked and read before something is done with it, so that `If-Match` is still true then. */
interface Holding<Answer> {
  /** Locks the record until the end of the transaction. It may be missing. */
  lock: (scope: Scope, params: Params) => Promise<unknown>;
  read: (scope: Scope, params: Params) => Promise<Answer | null>;
}

/** Changes one record, unless it is not what `If-Match` says. */
interface Changing<Query, Body, Answer> extends Common<Query, Body, Answer>, Holding<Answer> {
  change: (asked: Asked<Query, Body>) => Promise<unknown>;
}

/**
 * Removes one record, unless it is not what `If-Match` says. Nothing is answered; `answer` is what the record was read
 * as.
 */
interface Removing<Query, Body, Answer> extends Common<Query, Body, Answer>, Holding<Answer> {
  method: "DELETE";
  remove: (asked: Asked<Query, Body>) => Promise<unknown>;
}

/** Creates one record. */
interface Creating<Query, Body, Answer> extends Common<Query, Body, Answer> {
  method: "POST";
  /** Whether a job does the rest, so that what is answered is where that stands. */
  isBegun?: boolean;
  /** Returns its id. */
  create: (asked: Asked<Query, Body>) => Promise<string>;
  /** What is answered of it, now or when the same request comes again. */
  created: (scope: Scope, id: string, params: Params) => Promise<Answer | null>;
  /** Where it is read, behind {@link API_ROOT}. */
  location: (id: string, params: Params) => string;
}

export type Operation<Query = unknown, Body = unknown, Answer = unknown> =
  | Plain<Query, Body, Answer>
  | Doing<Query, Body, Answer>
  | Reading<Query, Body, Answer>
  | Changing<Query, Body, Answer>
  | Removing<Query, Body, Answer>
  | Creating<Query, Body, Answer>;

/** Begins every address of the API; another version would have another one. */
export const API_ROOT = "/api/v1";

/** Lists an operation: its parts fit each other. */
export function operation<Query, Body, Answer>(one: Operation<Query, Body, Answer>): Operation {
  return one as unknown as Operation;
}

/** Whether a key needs the right to write for it. Then it is carried out once for each Idempotency-Key. */
export const isWrite = ({ method }: Pick<Operation, "method">): boolean => method !== "GET";

/** The status of an answer that is no problem. */
export function successOf(operation: Operation): 200 | 201 | 202 | 204 {
  if ("remove" in operation) return 204;
  if (!("create" in operation)) return 200;
  return operation.isBegun ? 202 : 201;
}

/** The names in braces of a path. */
export const namesIn = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
