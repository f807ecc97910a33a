import http from "node:http";
import https from "node:https";
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from "request-filtering-agent";

/** DNS, TLS, sending and reading together. */
const TIME_LIMIT_MS = 15_000;
/** More than this of an answer is not read. */
const READ_LIMIT_BYTES = 64 * 1024;

export interface PostResult {
  status: number;
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
 * the name resolved to. Redirects are not followed. Resolves with the status of a whole answer, or of one that is too
 * long to be read; rejects when there is none within the time limit. Settles whatever the other side does.
 */
export function post(
  { url, body, headers, trusted }: PostRequest,
  timeLimitMs = TIME_LIMIT_MS,
): Promise<PostResult> {
  const { protocol } = new URL(url);
  const secure = protocol === "https:";
  if (!secure && !trusted) return Promise.reject(new Error("only https addresses are called"));
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

function readAnswer(response: http.IncomingMessage, settle: (outcome: PostResult | Error) => void): void {
  const result = { status: response.statusCode ?? 0 };
  let read = 0;
  response.on("data", (chunk: Buffer) => {
    read += chunk.length;
    if (read > READ_LIMIT_BYTES) settle(result);
  });
  response.once("end", () => settle(result));
  response.on("error", settle);
  response.once("close", () => settle(new Error("the answer broke off")));
}

function agentFor(secure: boolean, trusted: boolean): http.Agent {
  if (trusted) return secure ? new https.Agent() : new http.Agent();
  return secure ? new RequestFilteringHttpsAgent() : new RequestFilteringHttpAgent();
}
