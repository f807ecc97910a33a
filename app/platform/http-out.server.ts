import dns from "node:dns";
import http from "node:http";
import https from "node:https";
import { BlockList, isIPv6, type LookupFunction } from "node:net";
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from "request-filtering-agent";
import type { PostRequest, PostResult } from "~/domain/webhooks/attempt-delivery.server";

/** Covers DNS, TLS, sending and reading together. */
const TIME_LIMIT_MS = 15_000;
/** Reading stops after this many bytes of the response. */
const READ_LIMIT_BYTES = 64 * 1024;
/** Only this many bytes of the response are stored. */
const KEEP_LIMIT_BYTES = 16 * 1024;

/**
 * Ranges blocked in addition to those the agent already blocks. All of IPv6 except the public range 2000::/3, and
 * inside it the ranges that embed an IPv4 address or are unassigned. This includes ::/96 and 64:ff9b:1::/48, which hide
 * an IPv4 address.
 */
const notPublic = new BlockList();
for (const subnet of ["::/3", "4000::/2", "8000::/1", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"]) {
  const [network = "", prefix] = subnet.split("/");
  notPublic.addSubnet(network, Number(prefix), "ipv6");
}

/**
 * Posts JSON to an external server. The socket rejects private, loopback and link-local addresses, whatever the name
 * resolves to. Redirects are not followed. Resolves with the whole response or, if it is too long, its beginning.
 * Rejects if no response arrives within the time limit. Connections stay open briefly for the next request to the same
 * address.
 */
export function post({ headers, ...request }: PostRequest, timeLimitMs = TIME_LIMIT_MS): Promise<HttpResult> {
  const posted = {
    "Content-Type": "application/json",
    "Content-Length": String(Buffer.byteLength(request.body)),
    "User-Agent": "Finderlohn-Webhooks/1",
    ...headers,
  };
  return send({ ...request, method: "POST", headers: posted }, timeLimitMs);
}

/** Reads from an external server, with the same rules as {@link post}. */
export function get(request: Omit<PostRequest, "body">, timeLimitMs = TIME_LIMIT_MS): Promise<HttpResult> {
  return send({ ...request, method: "GET", body: "" }, timeLimitMs);
}

/** Status and beginning of a response. */
export type HttpResult = PostResult;

type Outgoing = PostRequest & { method: "GET" | "POST" };

function send(request: Outgoing, timeLimitMs: number): Promise<HttpResult> {
  const { protocol, hostname } = new URL(request.url);
  const { trusted } = request;
  const secure = protocol === "https:";
  if (!secure && !trusted) return Promise.reject(new Error("only https URLs are allowed"));
  // An IP literal needs no lookup, so it is checked here.
  const problem = trusted ? null : problemOf([hostname.replace(/^\[|\]$/g, "")], hostname);
  if (problem) return Promise.reject(problem);
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new Error(`no whole answer within ${timeLimitMs / 1000} s`)), timeLimitMs);
  const kind = `${secure ? "https" : "http"} ${trusted ? "trusted" : "public"}` as const;
  return exchange(request, (keptAgents[kind] ??= agentFor(kind, KEPT)), limit.signal)
    .catch((error: unknown) => {
      if (!(error instanceof ClosedMeanwhile)) throw error;
      return exchange(request, agentFor(kind), limit.signal);
    })
    .finally(() => clearTimeout(timer));
}

/** A reused connection ended without a response; the other side may have closed it before the request arrived. */
class ClosedMeanwhile extends Error {}

function exchange(
  { method, url, body, headers, trusted }: Outgoing,
  agent: http.Agent,
  limit: AbortSignal,
): Promise<HttpResult> {
  return new Promise((resolve, reject) => {
    const { request: ask } = new URL(url).protocol === "https:" ? https : http;
    const request = ask(url, {
      method,
      headers,
      agent,
      ...(!trusted && { lookup: lookupPublic }),
    });
    let settled = false;
    // Only the first outcome counts; later events result from closing the connection.
    const settle = (outcome: PostResult | Error, isWhole = false) => {
      if (settled) return;
      settled = true;
      limit.removeEventListener("abort", expire);
      if (outcome instanceof Error) reject(outcome);
      else resolve(outcome);
      // After a complete response the agent may reuse the connection.
      if (!isWhole || !request.writableFinished) request.destroy();
    };
    const expire = () => settle(limit.reason as Error);
    limit.addEventListener("abort", expire);
    let answered = false;
    request.on("error", (error) => {
      settle(request.reusedSocket && !answered ? new ClosedMeanwhile(error.message) : error);
    });
    request.once("response", (response) => {
      answered = true;
      readAnswer(response, settle);
    });
    // Without a listener Node closes the connection silently.
    request.once("upgrade", (_response, socket) => {
      socket.on("error", () => {});
      socket.destroy();
      settle(new Error("the response requests another protocol"));
    });
    request.once("close", () => {
      if (!answered) settle(new Error("the connection was closed without a response"));
    });
    request.end(body);
  });
}

/** Checks the address the socket connects to, because a name may resolve differently at the next lookup. */
const lookupPublic: LookupFunction = (hostname, options, callback) => {
  dns.lookup(hostname, options, (error, found: string | dns.LookupAddress[], family) => {
    if (error) return callback(error, found, family);
    const addresses = typeof found === "string" ? [found] : found.map(({ address }) => address);
    callback(problemOf(addresses, hostname), found, family);
  });
};

function problemOf(addresses: string[], hostname: string): Error | null {
  const bad = addresses.find((address) => isIPv6(address) && notPublic.check(address, "ipv6"));
  return bad === undefined ? null : new Error(`${hostname} (${bad}) is not allowed: not a public IP address`);
}

function readAnswer(
  response: http.IncomingMessage,
  settle: (outcome: PostResult | Error, isWhole?: boolean) => void,
): void {
  const kept: Buffer[] = [];
  let read = 0;
  const result = () => ({
    status: response.statusCode ?? 0,
    excerpt: textOf(Buffer.concat(kept)),
    retryAfter: response.headers["retry-after"] ?? null,
  });
  response.on("data", (chunk: Buffer) => {
    if (read < KEEP_LIMIT_BYTES) kept.push(chunk.subarray(0, KEEP_LIMIT_BYTES - read));
    read += chunk.length;
    if (read > READ_LIMIT_BYTES) settle(result());
  });
  response.once("end", () => settle(result(), true));
  response.on("error", settle);
  response.once("close", () => settle(new Error("the response was aborted")));
}

/** Replaces invalid UTF-8 and NUL bytes, which Postgres rejects in text, by a question mark of at most equal length. */
const textOf = (bytes: Buffer): string => bytes.toString("utf8").replace(/[\0\ufffd]/g, "?");

type Kind = `${"https" | "http"} ${"trusted" | "public"}`;

/**
 * Shorter than the usual server timeout (5 s), so that servers seldom close a connection while a request is on its way.
 */
const KEPT: http.AgentOptions = { keepAlive: true, timeout: 4_000 };

/** Agents with open connections, created at first use. An idle connection does not keep the process alive. */
const keptAgents: Partial<Record<Kind, http.Agent>> = {};

function agentFor(kind: Kind, options: http.AgentOptions = {}): http.Agent {
  switch (kind) {
    case "https trusted":
      return new https.Agent(options);
    case "http trusted":
      return new http.Agent(options);
    case "https public":
      return new RequestFilteringHttpsAgent(options);
    case "http public":
      return new RequestFilteringHttpAgent(options);
  }
}
