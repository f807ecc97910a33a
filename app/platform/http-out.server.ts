import dns from "node:dns";
import http from "node:http";
import https from "node:https";
import { BlockList, isIPv6, type LookupFunction } from "node:net";
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from "request-filtering-agent";

/** DNS, TLS, sending and reading together. */
const TIME_LIMIT_MS = 15_000;
/** More than this of an answer is not read. */
const READ_LIMIT_BYTES = 64 * 1024;
/** More than this of it is not kept. */
const KEEP_LIMIT_BYTES = 16 * 1024;

/**
 * Besides what the agent knows as private: all of IPv6 but 2000::/3, where the public addresses are, and in there what
 * stands for an IPv4 address or for nobody. Among the former are ::/96 and 64:ff9b:1::/48, in which an IPv4 address hides.
 */
const notPublic = new BlockList();
for (const subnet of [
  "::/3",
  "4000::/2",
  "8000::/1",
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "3fff::/20",
]) {
  const [network = "", prefix] = subnet.split("/");
  notPublic.addSubnet(network, Number(prefix), "ipv6");
}

export interface PostResult {
  status: number;
  /** The beginning of the answer as text, at most 16 KiB of UTF-8. */
  excerpt: string;
  /** The header Retry-After. */
  retryAfter: string | null;
}

export interface PostRequest {
  url: string;
  body: string;
  headers: Record<string, string>;
  /** The operator vouches for this origin: a private address and plain http are allowed. */
  trusted: boolean;
}

/**
 * Posts JSON to somebody else's server. Private, loopback and link-local addresses are refused at the socket, whatever
 * the name resolved to. Redirects are not followed. Resolves with a whole answer, or the beginning of one that is too
 * long to be read; rejects when there is none within the time limit. Settles whatever the other side does.
 */
export function post(
  { url, body, headers, trusted }: PostRequest,
  timeLimitMs = TIME_LIMIT_MS,
): Promise<PostResult> {
  const { protocol, hostname } = new URL(url);
  const secure = protocol === "https:";
  if (!secure && !trusted) return Promise.reject(new Error("only https addresses are called"));
  // No name, so nothing is looked up.
  const problem = trusted ? null : problemOf([hostname.replace(/^\[|\]$/g, "")], hostname);
  if (problem) return Promise.reject(problem);
  return new Promise((resolve, reject) => {
    const request = (secure ? https : http).request(url, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "Content-Length": Buffer.byteLength(body),
        "User-Agent": "Finderlohn-Webhooks/1",
        ...headers,
      },
      agent: agentFor(secure, trusted),
      ...(!trusted && { lookup: lookupPublic }),
    });
    const settle = (outcome: PostResult | Error) => {
      clearTimeout(timer);
      if (outcome instanceof Error) reject(outcome);
      else resolve(outcome);
      // The first outcome counts; what ending the connection leads to comes too late.
      request.destroy();
    };
    const timer = setTimeout(
      () => settle(new Error(`no whole answer within ${timeLimitMs / 1000} s`)),
      timeLimitMs,
    );
    let answered = false;
    request.on("error", settle);
    request.once("response", (response) => {
      answered = true;
      readAnswer(response, settle);
    });
    // Without a listener, Node closes the connection without a word.
    request.once("upgrade", (_response, socket) => {
      socket.on("error", () => {});
      socket.destroy();
      settle(new Error("the answer asks for another protocol"));
    });
    request.once("close", () => {
      if (!answered) settle(new Error("the connection was closed without an answer"));
    });
    request.end(body);
  });
}

/** What the socket is connected with: a name may lead elsewhere the next time it is looked up. */
const lookupPublic: LookupFunction = (hostname, options, callback) => {
  dns.lookup(hostname, options, (error, found: string | dns.LookupAddress[], family) => {
    if (error) return callback(error, found, family);
    const addresses = typeof found === "string" ? [found] : found.map(({ address }) => address);
    callback(problemOf(addresses, hostname), found, family);
  });
};

function problemOf(addresses: string[], hostname: string): Error | null {
  const bad = addresses.find((address) => isIPv6(address) && notPublic.check(address, "ipv6"));
  return bad === undefined
    ? null
    : new Error(`${hostname} (${bad}) is not allowed: no public IP address, perhaps private`);
}

function readAnswer(response: http.IncomingMessage, settle: (outcome: PostResult | Error) => void): void {
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
  response.once("end", () => settle(result()));
  response.on("error", settle);
  response.once("close", () => settle(new Error("the answer broke off")));
}

/** What is no UTF-8 becomes a question mark, which is no longer than what it stands for. A zero byte is none of a text. */
const textOf = (bytes: Buffer): string => bytes.toString("utf8").replace(/[\0\ufffd]/g, "?");

function agentFor(secure: boolean, trusted: boolean): http.Agent {
  if (trusted) return secure ? new https.Agent() : new http.Agent();
  return secure ? new RequestFilteringHttpsAgent() : new RequestFilteringHttpAgent();
}
