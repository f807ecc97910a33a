import type { ApiKeyHolder } from "~/domain/api-keys/use-api-key.server";
import { DomainError } from "~/domain/shared/errors";
import { errorParameters } from "~/i18n/error-text";
import { requestLanguage } from "../request-language.server";
import { paths } from "~/paths/paths";
import type { Database } from "~/platform/db/database.server";
import { isUnavailable, RETRY_SECONDS } from "~/platform/db/outage.server";
import { log } from "~/platform/log.server";
import type { Scope } from "~/domain/shared/scope";
import type { Files } from "~/platform/files/open-files.server";
import { signFileKey } from "../files/file-key.server";
import { attemptKey, networkOf } from "../rate-limits.server";
import { refusedWith, statusOf } from "../form-reply.server";
import { authenticateApiKey } from "./api-scope.server";
import { answerOperation, isKnown, type ApiAnswer } from "./answer.server";
import type { ApiRequest } from "./input.server";
import { documentFor } from "./openapi.server";
import { API_ROOT, type Operation } from "./operation";
import { operations } from "./operations/index.server";
import { ApiProblem, apiProblems, partsOf, type PartProblem, type Problem, type ProblemCode } from "./problem.server";
import { refusalKeys, restTexts } from "./texts.server";

/** A request to the API and its sender. */
export interface ApiCall extends ApiRequest {
  requestId: string;
  ip: string;
}

export interface ApiSettings {
  database: Database;
  /** Public address of the site, without a trailing slash. */
  origin: string;
  /** The application's secret. */
  secret: string;
  files: Pick<Files, "rules" | "bucket">;
}

/** Requests and seconds: for one key, and for unknown keys from one IP address. */
export const KEY_LIMIT = { name: "api key", times: 600, seconds: 60 };
const STRANGER_LIMIT = { name: "api stranger", times: 60, seconds: 60 };

/**
 * Responds to a request below {@link API_ROOT}. Never throws: an unexpected error becomes a problem with status 500.
 */
export async function answerApi(settings: ApiSettings, call: ApiCall): Promise<ApiAnswer> {
  const limits: Record<string, string> = {};
  const answer = await carryOut(settings, call, limits).catch((error: unknown) => problem(settings, call, error));
  return {
    ...answer,
    headers: {
      "Cache-Control": "private, no-cache",
      Vary: "Authorization, Accept-Language",
      ...limits,
      ...answer.headers,
    },
  };
}

async function carryOut(settings: ApiSettings, call: ApiCall, limits: Record<string, string>): Promise<ApiAnswer> {
  const path = call.url.pathname.slice(API_ROOT.length);
  const method = call.method === "HEAD" ? "GET" : call.method;
  if (path === "/openapi.json" && method === "GET") {
    const { json, text, etag } = await documentFor(settings.origin, await languageOf(call));
    return isKnown(call, etag)
      ? { status: 304, headers: { ETag: etag }, body: null }
      : { status: 200, headers: { ETag: etag }, body: json, text };
  }
  const there = operations.flatMap((operation) => {
    const params = match(operation, path);
    return params ? [{ operation, params }] : [];
  });
  if (there.length === 0 && path !== "/openapi.json") throw new ApiProblem("unknown_address");
  const methods = there.length > 0 ? there.map(({ operation }) => operation.method) : ["GET"];
  const allow = { Allow: [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ") };
  if (method === "OPTIONS") return { status: 204, headers: allow, body: null };
  const wanted = there.find(({ operation }) => operation.method === method);
  if (!wanted) throw new ApiProblem("method_not_allowed", [], allow);
  const holder = await authenticate(settings, call);
  const { limit: own } = wanted.operation;
  const policies = [
    { ...KEY_LIMIT, called: "key" },
    ...(own ? [{ ...own, name: `api ${own.name}`, called: own.name }] : []),
  ];
  for (const { called, ...limit } of policies) {
    const { wait, remaining, resets } = await settings.database.attempts.take(limit, holder.keyId);
    // draft-ietf-httpapi-ratelimit-headers-09.
    append(limits, "RateLimit-Policy", `"${called}";q=${limit.times};w=${limit.seconds}`);
    append(limits, "RateLimit", `"${called}";r=${remaining};t=${resets}`);
    if (wait > 0) throw new ApiProblem("too_many_requests", [], { "Retry-After": String(wait) });
  }
  const { database, files } = settings;
  const download = (scope: Scope, fileId: string) => downloadOf(settings, scope, fileId);
  return answerOperation({ database, files, download }, holder, wanted.operation, wanted.params, call);
}

/** Signs the address of a file, whose rights the operation has checked. */
function downloadOf({ secret, origin }: ApiSettings, { orgId, now }: Scope, fileId: string) {
  const { key, expires } = signFileKey(secret, { orgId, fileId, door: "staff" }, now);
  return { url: `${origin}${paths.fileContent(key, "file")}`, expires_at: expires.toISOString() };
}

/** Adds a value to a list header. */
function append(headers: Record<string, string>, name: string, value: string): void {
  headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
}

/**
 * Unknown keys count for the IP address that sends them. A valid key is never rejected because of other requests from
 * there.
 */
async function authenticate({ database, secret }: ApiSettings, call: ApiCall): Promise<ApiKeyHolder> {
  const [, text] = /^Bearer +(\S{1,200})$/i.exec(call.header("authorization") ?? "") ?? [];
  const holder = text === undefined ? null : await authenticateApiKey(database, text);
  if (holder) return holder;
  const wait = await database.attempts.count(STRANGER_LIMIT, attemptKey(secret, networkOf(call.ip)));
  if (wait > 0) throw new ApiProblem("too_many_requests", [], { "Retry-After": String(wait) });
  const error = text === undefined ? "" : ', error="invalid_token"';
  throw new ApiProblem("unauthorized", [], { "WWW-Authenticate": `Bearer realm="Finderlohn"${error}` });
}

/** Returns the parameters of a path if it is that of the operation, otherwise null. */
function match({ path }: Operation, asked: string): Record<string, string> | null {
  const [wanted, parts] = [path.split("/"), asked.split("/")];
  if (wanted.length !== parts.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? [];
    if (name === undefined) {
      if (part !== parts[index]) return null;
      continue;
    }
    // Fixed parts come first: "/commissions/pay" is not an id.
    if (parts[index] === "") return null;
    params[name] = parts[index]!;
  }
  return params;
}

async function languageOf(call: ApiRequest) {
  const header = call.header("accept-language") ?? "";
  return requestLanguage(new Request(call.url, { headers: { "Accept-Language": header } }));
}

async function problem({ origin }: ApiSettings, call: ApiCall, error: unknown): Promise<ApiAnswer> {
  const language = await languageOf(call);
  const t = await restTexts(language);
  const isRefusal = error instanceof ApiProblem || error instanceof DomainError;
  const code: ProblemCode = isRefusal ? error.code : isUnavailable(error) ? "unavailable" : "fault";
  const facts = { err: error, request_id: call.requestId, path: call.url.pathname };
  if (code === "unavailable") log.warn(facts, "the database was not available");
  else if (!isRefusal) log.error(facts, "API request failed");
  const isDomain = error instanceof DomainError;
  const status = isDomain ? statusOf(error) : apiProblems[code as keyof typeof apiProblems];
  const parts = isDomain ? partsOf(error) : error instanceof ApiProblem ? error.parts : [];
  const params = isDomain ? error.params : {};
  const sentence = (message: string): string => {
    const key = message.split("|", 1)[0]!;
    const found = t(refusalKeys(key), {
      ...errorParameters(message),
      ...params,
      defaultValue: "",
    });
    return found || t("rest:parts.not_valid");
  };
  const body: Problem = {
    type: `${origin}${paths.apiReference(`#${code}`)}`,
    title: t(`rest:titles.${status}`),
    status,
    code,
    detail: isDomain ? sentence(error.code) : t(`rest:problems.${code as keyof typeof apiProblems}`),
    request_id: call.requestId,
    ...((code === "lead_merged" || code === "affiliate_merged") && { merged_into: String(params["id"]) }),
    ...(parts.length > 0 && {
      errors: parts.map(({ message, ...place }: PartProblem) => ({
        ...place,
        code: /^[a-z_0-9]+(\||$)/.test(message) ? message.split("|", 1)[0]! : "not_valid",
        detail: sentence(message),
      })),
    }),
  };
  return {
    status,
    headers: {
      ...(code === "unavailable" && { "Retry-After": String(RETRY_SECONDS) }),
      "Content-Type": "application/problem+json; charset=utf-8",
      "Content-Language": language,
      ...(isDomain ? refusedWith(error).headers : error instanceof ApiProblem ? error.headers : {}),
    },
    body,
  };
}
