import { createHash } from "node:crypto";
import { z } from "zod";
import { doOnce, type Done } from "~/domain/api-keys/once.server";
import type { ApiKeyHolder } from "~/domain/api-keys/use-api-key.server";
import { DomainError } from "~/domain/shared/errors";
import { recordId } from "~/domain/shared/fields";
import type { InScope, Scope } from "~/domain/shared/scope";
import type { Database } from "~/platform/db/database.server";
import type { Files } from "~/platform/files/open-files.server";
import { readFile } from "~/domain/files/read-file.server";
import { fileResponse, headersOf } from "../files/answer-file.server";
import { apiScope, recordedScope } from "./api-scope.server";
import { bodyOf, queryOf, type ApiRequest } from "./input.server";
import { API_ROOT, isWrite, successOf, type Asked, type Operation, type Params } from "./operation";
import { explainMissing, requireNotMerged } from "./merged-records.server";
import { receiveFile } from "./receive-file.server";
import { ApiProblem } from "./problem.server";

export interface ApiAnswer {
  status: number;
  headers: Record<string, string>;
  /** Null with the statuses 204 and 304. */
  body: unknown;
  /** The body as JSON, where it is stored. */
  text?: string;
  /** The bytes of a file, instead of a body. */
  file?: Response["body"];
}

/** What an operation needs of the installation. */
export interface OperationSettings {
  database: Database;
  files: Pick<Files, "rules" | "bucket">;
  download: Asked<unknown, unknown>["download"];
}

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,200}$/;

/** Runs an operation for the holder of the key. Throws {@link ApiProblem}, DomainError, and unexpected errors. */
export async function answerOperation(
  settings: OperationSettings,
  holder: ApiKeyHolder,
  operation: Operation,
  params: Params,
  request: ApiRequest,
): Promise<ApiAnswer> {
  if (isWrite(operation) && holder.access !== "write") throw new ApiProblem("read_only_key");
  for (const [name, value] of Object.entries(params)) {
    // A `kind` is not an id. A value that is not an id finds no record.
    if (name !== "kind" && !recordId.safeParse(value).success) throw new DomainError("not_found");
  }
  const query = queryOf(operation, request.url.searchParams);
  const { raw, body } = await bodyOf(operation, request);
  const inScope = apiScope(settings.database, holder, isWrite(operation));
  const sent = { params, query, raw, body };
  return run(settings, holder, operation, { request, inScope, ...sent }).catch(async (error: unknown) => {
    throw await explainMissing(inScope, [params, query, body], error);
  });
}

/** A request whose parts have been checked. */
interface Checked {
  request: ApiRequest;
  inScope: InScope;
  params: Params;
  query: unknown;
  body: unknown;
  /** The body as sent. */
  raw: string;
}

async function run(
  { database, files, download }: OperationSettings,
  holder: ApiKeyHolder,
  operation: Operation,
  { request, inScope, params, query, body, raw }: Checked,
): Promise<ApiAnswer> {
  const { keyId } = holder;
  const idempotencyKey = isWrite(operation) ? request.header("idempotency-key") : undefined;
  if (idempotencyKey !== undefined && !IDEMPOTENCY_KEY.test(idempotencyKey))
    throw new ApiProblem("idempotency_key_invalid");

  if ("receives" in operation) {
    const { name } = query as { name: string };
    const once = idempotencyKey === undefined ? null : { keyId, idempotencyKey };
    const { id, repeated } = await receiveFile(inScope, request, { kind: operation.receives, name, once }, files.rules);
    const record = found(operation, await inScope((scope) => operation.created(scope, id, params)));
    const Location = API_ROOT + operation.location(id, params);
    return { status: 201, headers: { Location, ...(repeated && REPLAYED) }, body: record };
  }
  if (isWriting(operation)) {
    const content = [operation.method, request.url.pathname, raw].join(" ");
    const match = request.header("if-match");
    return inScope(async (scope) => {
      const work = () => carryOut(operation, { scope, params, query, body, download }, match);
      const { repeated, ...done } =
        idempotencyKey === undefined
          ? { ...(await work()), repeated: false }
          : await doOnce(scope, { keyId, idempotencyKey, content }, work);
      const answer = await answerTo(operation, scope, params, done);
      return repeated ? { ...answer, headers: { ...answer.headers, ...REPLAYED } } : answer;
    });
  }
  if ("load" in operation) {
    const { name, bytes } = await recordedScope(database, holder)((scope) => operation.load(scope, params));
    const headers = headersOf({ name, type: operation.sends, size: bytes.length });
    return { status: 200, headers, body: null, file: new Response(Buffer.from(bytes)).body };
  }
  if ("sends" in operation) {
    const fileId = await inScope((scope) => operation.file(scope, params));
    const file = await inScope((scope) => readFile(scope, fileId));
    if (!file) throw new Error(`the file ${fileId} of a record does not exist`);
    const { headers, body: bytes } = fileResponse(inScope, holder.orgId, file, files);
    return { status: 200, headers: Object.fromEntries(headers), body: null, file: bytes };
  }
  if ("read" in operation) {
    const answer = found(operation, await inScope((scope) => operation.read(scope, params)));
    const ETag = etagOf(answer);
    return isKnown(request, ETag)
      ? { status: 304, headers: { ETag }, body: null }
      : { status: 200, headers: { ETag }, body: answer };
  }
  const answer = await inScope(async (scope) => {
    const listed = plain(operation, await operation.run({ scope, params, query, body, download }));
    // A list of what belongs to a record that was merged would be empty without a reason.
    if (emptySchema.safeParse(listed.body).success) await requireNotMerged(scope, query);
    return listed;
  });
  const links = linksOf(request.url, answer.body);
  return links ? { ...answer, headers: { Link: links } } : answer;
}

const REPLAYED = { "Idempotent-Replayed": "true" };

type Writing = Extract<Operation, { act: unknown } | { create: unknown } | { change: unknown } | { remove: unknown }>;

const isWriting = (operation: Operation): operation is Writing =>
  "act" in operation || "create" in operation || "change" in operation || "remove" in operation;

/** Runs the writing part of an operation. Throws `precondition_failed` for a record that `match` does not name. */
async function carryOut(operation: Writing, asked: Asked<unknown, unknown>, match: string | undefined): Promise<Done> {
  if ("create" in operation) return { recordId: await operation.create(asked) };
  if ("act" in operation) return { answer: shown(operation, await operation.act(asked)) as object };
  const { scope, params } = asked;
  // From here on no concurrent transaction can change the record until this one ends.
  await operation.lock(scope, params);
  const before = found(operation, await operation.read(scope, params));
  if (match !== undefined && !matches(match, etagOf(before))) throw new ApiProblem("precondition_failed");
  if ("remove" in operation) await operation.remove(asked);
  else await operation.change(asked);
  return {};
}

/**
 * Returns the response to a write, whether it ran now or before. Records are read again, so that none is stored with a
 * request.
 */
async function answerTo(
  operation: Writing,
  scope: Scope,
  params: Params,
  { recordId = "", answer }: Done,
): Promise<ApiAnswer> {
  if ("remove" in operation) return { status: 204, headers: {}, body: null };
  if ("act" in operation) return plain(operation, answer);
  if ("change" in operation) {
    const after = found(operation, await operation.read(scope, params));
    return { status: 200, headers: { ETag: etagOf(after) }, body: after };
  }
  return {
    status: successOf(operation),
    // The address of the created record on this site. It is not a redirect.
    headers: { Location: API_ROOT + operation.location(recordId, params) },
    body: found(operation, await operation.created(scope, recordId, params)),
  };
}

const plain = (operation: Operation, answer: unknown): ApiAnswer => ({
  status: 200,
  headers: {},
  body: shown(operation, answer),
});

function found(operation: Operation, record: unknown): unknown {
  if (record === null || record === undefined) throw new DomainError("not_found");
  return shown(operation, record);
}

/** Returns only documented fields. A record that does not fit its own document is an unexpected error. */
const shown = ({ answer }: Operation, value: unknown): unknown => answer.parse(value);

const etagOf = (record: unknown): string =>
  `"${createHash("sha256").update(JSON.stringify(record)).digest("base64url").slice(0, 22)}"`;

/**
 * Returns true if a list of entity tags names this one by strong comparison; a weak tag never matches (RFC 9110,
 * 8.8.3.2).
 */
const matches = (header: string, etag: string): boolean =>
  header.trim() === "*" ||
  header
    .slice(0, 1_000)
    .split(",")
    .some((one) => one.trim() === etag);

/**
 * Returns true if the sender has this version, by If-None-Match. That header compares weakly: only the text of a tag
 * counts.
 */
export function isKnown({ header }: Pick<ApiRequest, "header">, etag: string): boolean {
  const known = header("if-none-match");
  return known !== undefined && matches(known.replaceAll('W/"', '"'), etag);
}

const emptySchema = z.object({ data: z.array(z.unknown()).length(0) });

const pageSchema = z.object({ next_cursor: z.string().nullable(), previous_cursor: z.string().nullable() });

/** Returns the links to the pages next to a page of a list (RFC 8288). */
function linksOf(url: URL, answer: unknown): string | null {
  const { data } = pageSchema.safeParse(answer);
  if (!data) return null;
  const links = [
    ["next", data.next_cursor],
    ["prev", data.previous_cursor],
  ].flatMap(([rel, cursor]) => {
    if (!cursor) return [];
    const params = new URLSearchParams(url.searchParams);
    params.set("cursor", cursor);
    return [`<${url.pathname}?${params}>; rel="${rel}"`];
  });
  return links.length > 0 ? links.join(", ") : null;
}
