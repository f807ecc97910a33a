import { createHash } from "node:crypto";
import { z } from "zod";
import { createOnce } from "~/domain/api-keys/once.server";
import type { ApiKeyHolder } from "~/domain/api-keys/use-api-key.server";
import { DomainError } from "~/domain/shared/errors";
import { recordId } from "~/domain/shared/fields";
import type { Database } from "~/platform/db/database.server";
import { apiScope } from "../open-scope.server";
import { bodyOf, queryOf } from "./input.server";
import { API_ROOT, isWrite, successOf, type Operation } from "./operation";
import { ApiProblem } from "./problem.server";

/** A request to the API, as far as it is read. */
export interface ApiRequest {
  method: string;
  /** Path and search. */
  url: URL;
  header: (name: string) => string | undefined;
  /** Reads the body. Throws {@link ApiProblem} for one that is too large. */
  body: () => Promise<Buffer>;
}

export interface ApiAnswer {
  status: number;
  headers: Record<string, string>;
  /** Null with the statuses 204 and 304. */
  body: unknown;
  /** The body as JSON, where it is kept. */
  text?: string;
}

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,200}$/;

/** Carries out an operation for whoever holds the key. Throws {@link ApiProblem}, DomainError, and what fails. */
export async function answerOperation(
  database: Database,
  holder: ApiKeyHolder,
  operation: Operation,
  params: Readonly<Record<string, string>>,
  request: ApiRequest,
): Promise<ApiAnswer> {
  if (isWrite(operation) && holder.access !== "write") throw new ApiProblem("read_only_key");
  for (const [name, value] of Object.entries(params)) {
    // A kind is no id; what it is not is found nowhere.
    if (name !== "kind" && !recordId.safeParse(value).success) throw new DomainError("not_found");
  }
  const query = queryOf(operation, request.url.searchParams);
  const { raw, body } = await bodyOf(operation, request);
  const { keyId } = holder;
  const inScope = apiScope(database, holder, isWrite(operation));

  if ("create" in operation) {
    const content = [operation.method, request.url.pathname, raw].join(" ");
    const idempotencyKey = request.header("idempotency-key");
    if (idempotencyKey !== undefined && !IDEMPOTENCY_KEY.test(idempotencyKey))
      throw new ApiProblem("idempotency_key_invalid");
    return inScope(async (scope) => {
      const create = () => operation.create({ scope, params, query, body });
      const { id, repeated } =
        idempotencyKey === undefined
          ? { id: await create(), repeated: false }
          : await createOnce(scope, { keyId, idempotencyKey, content }, create);
      return {
        status: successOf(operation),
        headers: {
          // The address of what was created, on this site: nobody is led there.
          Location: API_ROOT + operation.location(id, params),
          ...(repeated && { "Idempotent-Replayed": "true" }),
        },
        body: found(operation, await operation.created(scope, id, params)),
      };
    });
  }
  if ("change" in operation || "remove" in operation) {
    const match = request.header("if-match");
    return inScope(async (scope): Promise<ApiAnswer> => {
      // From here on nobody else can change the record until this transaction ends.
      await operation.lock(scope, params);
      const before = found(operation, await operation.read(scope, params));
      if (match !== undefined && !matches(match, etagOf(before))) throw new ApiProblem("precondition_failed");
      if ("remove" in operation) {
        await operation.remove({ scope, params, query, body });
        return { status: 204, headers: {}, body: null };
      }
      await operation.change({ scope, params, query, body });
      const after = found(operation, await operation.read(scope, params));
      return { status: 200, headers: { ETag: etagOf(after) }, body: after };
    });
  }
  if ("read" in operation) {
    const answer = found(operation, await inScope((scope) => operation.read(scope, params)));
    const ETag = etagOf(answer);
    return isKnown(request, ETag)
      ? { status: 304, headers: { ETag }, body: null }
      : { status: 200, headers: { ETag }, body: answer };
  }
  const answer = plain(operation, await inScope((scope) => operation.run({ scope, params, query, body })));
  const links = linksOf(request.url, answer.body);
  return links ? { ...answer, headers: { Link: links } } : answer;
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

/** What is documented, and nothing else. A record that does not fit its own document is a fault of ours. */
const shown = ({ answer }: Operation, value: unknown): unknown => answer.parse(value);

const etagOf = (record: unknown): string =>
  `"${createHash("sha256").update(JSON.stringify(record)).digest("base64url").slice(0, 22)}"`;

/** Whether a list of entity tags names this one by strong comparison, for which a weak one is never the same (RFC 9110, 8.8.3.2). */
const matches = (header: string, etag: string): boolean =>
  header.trim() === "*" ||
  header
    .slice(0, 1_000)
    .split(",")
    .some((one) => one.trim() === etag);

/** Whether the sender has it, by If-None-Match. That compares weakly: of a tag only its text counts. */
export function isKnown({ header }: Pick<ApiRequest, "header">, etag: string): boolean {
  const known = header("if-none-match");
  return known !== undefined && matches(known.replaceAll('W/"', '"'), etag);
}

const pageSchema = z.object({ next_cursor: z.string().nullable(), previous_cursor: z.string().nullable() });

/** The pages beside a page of a list (RFC 8288). */
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
