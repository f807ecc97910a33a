import { once } from "node:events";
import http, { type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import compression from "compression";
import express from "express";
import { afterEach, expect, test } from "vitest";
import { send } from "./answer";

const PIECE = Buffer.alloc(256 * 1024, "0123456789abcdef\n");
const PIECES = 400;
/** Far fewer chunks than a body has, and more than socket buffers hold. */
const FEW = 60;

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** Serves a long body. Counts its chunks and records whether it ended. */
async function serve({ fails = Infinity, stalledMs = 60_000, compressed = false } = {}) {
  const made = { pieces: 0, ended: false };
  async function* pieces() {
    try {
      while (made.pieces < PIECES) {
        if (made.pieces === fails) throw new Error("the database is away");
        made.pieces += 1;
        yield PIECE;
        await sleep(0);
      }
    } finally {
      made.ended = true;
    }
  }
  const app = express();
  if (compressed) app.use(compression());
  app.get("/{*path}", (_request, response) => {
    const source = pieces();
    const body = new ReadableStream(
      {
        pull: async (controller) => {
          const { done, value } = await source.next();
          if (done) controller.close();
          else controller.enqueue(value);
        },
        cancel: async () => void (await source.return()),
      },
      { highWaterMark: 0 },
    );
    const headers = { "Content-Type": "text/csv", "X-Kept": "yes" };
    void send(new Response(body, { status: 201, headers }), response, stalledMs);
  });
  await new Promise<void>((resolve) => (server = app.listen(0, "127.0.0.1", () => resolve())));
  return { made, port: (server!.address() as AddressInfo).port };
}

/** Sends a request without reading the body of the response. */
async function ask(port: number, headers: Record<string, string> = {}, method = "GET") {
  const request = http.request({ port, host: "127.0.0.1", headers, method, agent: false });
  request.on("error", () => {});
  request.end();
  const [answer] = (await once(request, "response")) as [http.IncomingMessage];
  return { request, answer };
}

/** Waits until no more chunks are produced. */
async function settled(made: { pieces: number }): Promise<number> {
  for (let before = -1; before !== made.pieces;) {
    before = made.pieces;
    await sleep(150);
  }
  return made.pieces;
}

async function lengthOf(answer: http.IncomingMessage): Promise<number> {
  let length = 0;
  for await (const chunk of answer) length += (chunk as Buffer).length;
  return length;
}

test.each([false, true])(
  "[API-03] [P5] produces a body only as fast as the reader takes it, compressed: %s",
  async (compressed) => {
    const { made, port } = await serve({ compressed });
    const { answer } = await ask(port, compressed ? { "Accept-Encoding": "gzip" } : {});
    expect([answer.statusCode, answer.headers["x-kept"]]).toEqual([201, "yes"]);
    // Compressed, this text shrinks to a hundredth, so much of it fits into the sockets.
    if (!compressed) expect(await settled(made)).toBeLessThan(FEW);
    const length = await lengthOf(answer);
    if (!compressed) expect(length).toBe(PIECES * PIECE.length);
    expect(made).toEqual({ pieces: PIECES, ended: true });
  },
);

test("[API-03] ends the body when the reader disconnects", async () => {
  const { made, port } = await serve();
  const { request } = await ask(port);
  await settled(made);
  request.destroy();
  await expect.poll(() => made.ended).toBe(true);
  expect(made.pieces).toBeLessThan(FEW);
});

test("[API-03] disconnects a reader that stalls too long", async () => {
  const { made, port } = await serve({ stalledMs: 300 });
  const { answer } = await ask(port);
  await expect.poll(() => made.ended, { timeout: 5_000 }).toBe(true);
  expect(made.pieces).toBeLessThan(FEW);
  await expect(lengthOf(answer)).rejects.toThrow(/aborted/);
});

test("[API-03] aborts the response when its body fails", async () => {
  const { made, port } = await serve({ fails: 3 });
  const { answer } = await ask(port);
  await expect(lengthOf(answer)).rejects.toThrow(/aborted/);
  expect(made).toEqual({ pieces: 3, ended: true });
});

test("produces no body for HEAD", async () => {
  const { made, port } = await serve();
  const { answer } = await ask(port, {}, "HEAD");
  expect([answer.statusCode, await lengthOf(answer), made.pieces]).toEqual([201, 0, 0]);
});
