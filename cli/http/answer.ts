import {
  createReadableStreamFromReadable,
  createRequestHandler,
  type AppLoadContext,
  type ServerBuild,
} from "@remix-run/node";
import type express from "express";
import { RETRY_SECONDS } from "~/platform/db/outage.server";
import { log } from "~/platform/log.server";

/** A client that reads nothing for this long is disconnected. */
const STALLED_MS = 60_000;

type LoadContext = (request: express.Request, response: express.Response) => AppLoadContext;

/**
 * Returns a handler that responds to requests with a Remix build. It replaces @remix-run/express, which reads a body as
 * fast as possible. With a slow reader a long body would fill the memory, and it would continue after the reader left.
 */
export function answerWith(build: ServerBuild, mode: string, contextOf: LoadContext): express.Handler {
  const handle = createRequestHandler(build, mode);
  return (request, response, next) => {
    handle(requestOf(request, response), contextOf(request, response))
      .then((answer) => send(answer, response))
      .catch(next);
  };
}

/** Converts an Express request for Remix. Host and protocol are those of APP_URL (address.ts). */
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
 * Sends a response only as fast as the client reads it. Cancels the body when the client disconnects, and closes the
 * connection when the body fails.
 */
export async function send(answer: Response, response: express.Response, stalledMs = STALLED_MS) {
  response.statusMessage = answer.statusText;
  response.status(answer.status);
  for (const [name, value] of answer.headers) response.append(name, value);
  // For a page error Remix keeps only the status.
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
  // A single listener for the whole response, because the compression middleware forwards listeners but cannot remove
  // them.
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
      // Added by the compression middleware: flushes each part of a streamed page.
      flush?.call(response);
      if (isFull && !response.destroyed) await room();
    }
    response.end();
  } catch (error) {
    // A partly sent response cannot be replaced, so the connection is closed to show the browser that it is incomplete.
    log.error({ err: error }, "response aborted");
    response.destroy();
    await cancel();
  }
}
