import type { z } from "zod";
import type { Scope } from "~/domain/shared/scope";
import type { RestTexts } from "./texts.server";

// One list of operations answers requests, makes the OpenAPI document and is called by the contract test
// (docs/decisions/0038-the-rest-api.md).

export type OperationId = keyof RestTexts["operations"];
export type Tag = keyof RestTexts["tags"];
export type Method = "GET" | "POST" | "PATCH" | "PUT";

/** What an operation is handed. */
export interface Asked<Query, Body> {
  scope: Scope;
  /** What the address names, by the names in braces. */
  params: Readonly<Record<string, string>>;
  query: Query;
  body: Body;
}

interface Common<Query, Body, Answer> {
  id: OperationId;
  tag: Tag;
  method: Method;
  /** Behind {@link API_ROOT}, with names in braces. */
  path: string;
  /** Parameters; each is a text. */
  query?: z.ZodType<Query>;
  body?: z.ZodType<Body>;
  /** What is sent for the example of the document. */
  example?: object;
  /** What is answered with status 200, or 201 when it creates. */
  answer: z.ZodType<Answer>;
}

interface Plain<Query, Body, Answer> extends Common<Query, Body, Answer> {
  run: (asked: Asked<Query, Body>) => Promise<Answer>;
}

/** Reads one record: null when there is none. Its answer has an ETag. */
interface Reading<Query, Body, Answer> extends Common<Query, Body, Answer> {
  method: "GET";
  read: (scope: Scope, params: Readonly<Record<string, string>>) => Promise<Answer | null>;
}

/** Changes one record, unless it is not what `If-Match` says; `read` is that of the record. */
interface Changing<Query, Body, Answer> extends Common<Query, Body, Answer> {
  read: (scope: Scope, params: Readonly<Record<string, string>>) => Promise<Answer | null>;
  change: (asked: Asked<Query, Body>) => Promise<unknown>;
}

/** Creates one record, once for each Idempotency-Key. */
interface Creating<Query, Body, Answer> extends Common<Query, Body, Answer> {
  method: "POST";
  /** Returns its id. */
  create: (asked: Asked<Query, Body>) => Promise<string>;
  /** What is answered of it, now or when the same request comes again. */
  created: (scope: Scope, id: string, params: Readonly<Record<string, string>>) => Promise<Answer | null>;
  /** Where it is read, behind {@link API_ROOT}; null when it has no address of its own. */
  location: (id: string) => string | null;
}

/** Opens its transactions itself. */
interface Opening<Query, Body, Answer> extends Common<Query, Body, Answer> {
  open: (inScope: <T>(use: (scope: Scope) => Promise<T>) => Promise<T>) => Promise<Answer>;
}

export type Operation<Query = unknown, Body = unknown, Answer = unknown> =
  | Plain<Query, Body, Answer>
  | Reading<Query, Body, Answer>
  | Changing<Query, Body, Answer>
  | Creating<Query, Body, Answer>
  | Opening<Query, Body, Answer>;

/** Begins every address of the API; another version would have another one. */
export const API_ROOT = "/api/v1";

/** Lists an operation: its parts fit each other. */
export function operation<Query, Body, Answer>(one: Operation<Query, Body, Answer>): Operation {
  return one as unknown as Operation;
}

/** Whether a key needs the right to write for it. */
export const isWrite = ({ method }: Pick<Operation, "method">): boolean => method !== "GET";

/** The names in braces of a path. */
export const namesIn = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
