import http from "node:http";
import https from "node:https";
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from "request-filtering-agent";

/** DNS, TLS, sending and reading together. */
const TIME_LIMIT_MS = 15_000;
/** More than this of an answer is not read. */
const READ_LIMIT_BYTES = 64 * 1024;

export interface PostResult {
  status: number;
  durationMs: number;
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
 * the name resolved to. Redirects are not followed. Resolves with the status of any answer; rejects when there is none
 * within the time limit.
 */
export function post({ url, body, headers, trusted }: PostRequest): Promise<PostResult> {
  const { protocol } = new URL(url);
  const secure = protocol === "https:";
  if (!secure && !trusted) return Promise.reject(new Error("only https addresses are called"));
  const started = performance.now();
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
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
    });
    request.once("error", reject);
    request.once("response", (response) => {
      const done = () =>
        resolve({ status: response.statusCode ?? 0, durationMs: Math.round(performance.now() - started) });
      let read = 0;
      response.on("data", (chunk: Buffer) => {
        read += chunk.length;
        if (read <= READ_LIMIT_BYTES) return;
        done();
        request.destroy();
      });
      response.once("end", done);
      response.once("error", reject);
    });
    request.end(body);
  });
}

function agentFor(secure: boolean, trusted: boolean): http.Agent {
  if (trusted) return secure ? new https.Agent() : new http.Agent();
  return secure ? new RequestFilteringHttpsAgent() : new RequestFilteringHttpAgent();
}
