import {
  createReadableStreamFromReadable,
  createRequestHandler,
  type AppLoadContext,
  type ServerBuild,
} from "@remix-run/node";
import type express from "express";
import { RETRY_SECONDS } from "~/platform/db/outage.server";
import { log } from "~/platform/log.server";

/** Whoever takes nothing of an answer for so long has gone. */
const STALLED_MS = 60_000;

type LoadContext = (request: express.Request, response: express.Response) => AppLoadContext;

/**
 * Answers requests with a build. Not @remix-run/express: it hands on what a body has as fast as it can be made, so that
 * a long one fills the memory when its reader is slow, and goes on when the reader has left.
 */
export function answerWith(build: ServerBuild, mode: string, contextOf: LoadContext): express.Handler {
  const handle = createRequestHandler(build, mode);
  return (request, response, next) => {
    handle(requestOf(request, response), contextOf(request, response))
      .then((answer) => send(answer, response))
      .catch(next);
  };
}

/** The request as Remix reads it. Host and protocol are those of APP_URL (address.ts). */
function requestOf(request: express.Request, response: express.Response): Request {
  const headers = new Headers();
  for (const [name, values] of Object.entries(request.headers)) {
    for (const value of [values ?? []].flat()) headers.append(name, value);
  }
  const gone = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) gone.abort();
  });
  const hasBody = request.method !== "GET" && request.method !== "HEAD";
  return new Request(`${request.protocol}://${request.headers.host}${request.originalUrl}`, {
    method: request.method,
    headers,
    signal: gone.signal,
    ...(hasBody && { body: createReadableStreamFromReadable(request), duplex: "half" as const }),
  });
}

/**
 * Sends an answer no faster than it is taken. Ends its body when the reader has gone, and the connection when the body
 * fails.
 */
export async function send(answer: Response, response: express.Response, stalledMs = STALLED_MS) {
  response.statusMessage = answer.statusText;
  response.status(answer.status);
  for (const [name, value] of answer.headers) response.append(name, value);
  // Of a page's error Remix keeps the status only.
  if (answer.status === 503 && !answer.headers.has("Retry-After"))
    response.set({ "Retry-After": String(RETRY_SECONDS), "Cache-Control": "no-store" });
  if (!answer.body || response.req.method === "HEAD") {
    await answer.body?.cancel();
    response.end();
    return;
  }
  if (/text\/event-stream/i.test(answer.headers.get("Content-Type") ?? "")) response.flushHeaders();
  const reader = answer.body.getReader();
  const cancel = () => reader.cancel().catch(() => {});
  let goOn = () => {};
  // One listener for the whole answer: the compression hands listeners on and cannot take them back.
  response.on("drain", () => goOn());
  response.once("close", () => {
    void cancel();
    goOn();
  });
  const room = async () => {
    const stalled = setTimeout(() => response.destroy(), stalledMs);
    await new Promise<void>((resolve) => (goOn = resolve));
    clearTimeout(stalled);
  };
  const { flush } = response as { flush?: () => void };
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const isFull = !response.write(value);
      // Of the compression: a page that comes in parts is seen in parts.
      flush?.call(response);
      if (isFull && !response.destroyed) await room();
    }
    response.end();
  } catch (error) {
    // What has been sent cannot be taken back: the browser has to see that something is missing.
    log.error({ err: error }, "an answer broke off");
    response.destroy();
    await cancel();
  }
}
