import { subscribe, unsubscribe } from "node:diagnostics_channel";
import net, { type AddressInfo } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, expect, test } from "vitest";
import { post } from "~/platform/http-out.server";

const LIMIT_MS = 600;
const HEADERS = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n";

let close = async (): Promise<void> => {};
afterEach(() => close());

/** Starts a receiver that responds as the function says. Returns its URL. */
async function receiver(answer: (socket: net.Socket) => void): Promise<string> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("data", () => answer(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  close = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
    close = async () => {};
  };
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** Returns the status or the error's message. Fails if there is neither soon after the time limit. */
async function outcome(url: string): Promise<number | string> {
  const request = { url, body: "{}", headers: {}, trusted: true };
  const hung = new Promise<string>((resolve) => setTimeout(resolve, LIMIT_MS + 500, "hangs"));
  const settled = post(request, LIMIT_MS).then(
    ({ status }) => status,
    (error: Error) => error.message,
  );
  return Promise.race([settled, hung]);
}

/** Writes until the client disconnects. */
function keepWriting(socket: net.Socket, everyMs: number, text: string): void {
  const timer = setInterval(() => socket.write(text), everyMs);
  socket.once("close", () => clearInterval(timer));
}

const TOO_LATE = "no whole answer within 0.6 s";

const answers: [string, (socket: net.Socket) => void, number | string][] = [
  [
    "101",
    (socket) => socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n"),
    "the response requests another protocol",
  ],
  ["the end of the connection", (socket) => socket.end(), "socket hang up"],
  ["a reset", (socket) => socket.resetAndDestroy(), "read ECONNRESET"],
  ["nothing", () => {}, TOO_LATE],
  ["102 and nothing more", (socket) => socket.write("HTTP/1.1 102 Processing\r\n\r\n"), TOO_LATE],
  ["half a header", (socket) => socket.write("HTTP/1.1 200 OK\r\nContent-"), TOO_LATE],
  ["headers, then silence", (socket) => socket.write(`${HEADERS}Content-Length: 10\r\n\r\n`), TOO_LATE],
  ["headers, then the end", (socket) => socket.end(`${HEADERS}Content-Length: 10\r\n\r\n`), "aborted"],
  [
    "a byte now and then",
    (socket) => {
      socket.write(`${HEADERS}Content-Length: 1000\r\n\r\n`);
      keepWriting(socket, 50, "x");
    },
    TOO_LATE,
  ],
  [
    "a body without end",
    (socket) => {
      socket.write(`${HEADERS}\r\n`);
      keepWriting(socket, 1, "x".repeat(8 * 1024));
    },
    200,
  ],
  ["a body that ends with the connection", (socket) => socket.end(`${HEADERS}\r\nthat is all`), 200],
  ["204", (socket) => socket.write("HTTP/1.1 204 No Content\r\n\r\n"), 204],
  ["500", (socket) => socket.write("HTTP/1.1 500 Oops\r\nContent-Length: 2\r\n\r\nno"), 500],
];

test.each(answers)("[HOOK-03] W4 a delivery ends if the receiver responds with %s", async (_, answer, expected) => {
  expect(await outcome(await receiver(answer))).toBe(expected);
});

test("[HOOK-03] W4 a response with one byte every 200 ms ends after 15 s", { timeout: 30_000 }, async () => {
  const url = await receiver((socket) => {
    socket.write(`${HEADERS}Content-Length: 1000\r\n\r\n`);
    keepWriting(socket, 200, "x");
  });
  const from = performance.now();
  await expect(post({ url, body: "{}", headers: {}, trusted: true })).rejects.toThrow("within 15 s");
  expect(performance.now() - from).toBeGreaterThan(14_900);
  expect(performance.now() - from).toBeLessThan(16_500);
});

function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}

/** Returns the bytes of JavaScript objects and buffers. */
function inUse(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

test("[HOOK-03] W4 five endless bodies are read briefly, stored up to 16 KiB each, and take less than 5 MiB together", async () => {
  const chunk = Buffer.alloc(256 * 1024, "x");
  const url = await receiver((socket) => {
    const flood = () => {
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.on("drain", flood);
    socket.write(`${HEADERS}\r\n`);
    flood();
  });
  const sockets: net.Socket[] = [];
  const opened = (message: unknown) => void sockets.push((message as { socket: net.Socket }).socket);
  const ask = () => post({ url, body: "{}", headers: {}, trusted: true });
  // Excludes objects that are created once.
  await ask();
  collectGarbage();
  const before = inUse();
  let most = before;
  let isOver = false;
  const sample = () => {
    most = Math.max(most, inUse());
    if (!isOver) setImmediate(sample);
  };
  sample();
  subscribe("net.client.socket", opened);
  const results = await Promise.all(Array.from({ length: 5 }, ask)).finally(() => {
    unsubscribe("net.client.socket", opened);
    isOver = true;
  });
  for (const { status, excerpt } of results)
    expect({ status, length: excerpt.length }).toEqual({ status: 200, length: 16 * 1024 });
  expect(most - before).toBeLessThan(5 * 1024 * 1024);
  expect(sockets).toHaveLength(5);
  await expect.poll(() => sockets.every(({ destroyed }) => destroyed)).toBe(true);
  // Reading stops with the chunk that exceeds the limit; Node reads 64 KiB per chunk.
  for (const { bytesRead } of sockets) expect(bytesRead).toBeLessThanOrEqual(2 * 64 * 1024 + HEADERS.length + 2);
});

test("[HOOK-03] a delivery ends if the receiver does not exist", async () => {
  const url = await receiver(() => {});
  await close();
  expect(await outcome(url)).toContain("ECONNREFUSED");
});

/**
 * Starts a receiver that counts connections and requests. `answer` responds to the nth request of a connection, from 1.
 */
async function counting(answer: (socket: net.Socket, nth: number) => void) {
  const counts = { connections: 0, requests: 0 };
  const url = await receiver((socket) => {
    counts.connections += 1;
    let nth = 0;
    const heard = () => {
      counts.requests += 1;
      answer(socket, ++nth);
    };
    heard();
    socket.on("data", heard);
  });
  return { url, counts };
}

const NO_CONTENT = "HTTP/1.1 204 No Content\r\n\r\n";

test("[HOOK-03] [P4] sequential requests to the same address share a connection", async () => {
  const { url, counts } = await counting((socket) => socket.write(NO_CONTENT));
  for (let time = 0; time < 3; time++) expect(await outcome(url)).toBe(204);
  expect(counts).toEqual({ connections: 1, requests: 3 });
});

test("[HOOK-03] retries on a new connection if a reused one has ended, and fails if a new one ends", async () => {
  const dropping = await counting((socket, nth) => (nth === 1 ? socket.write(NO_CONTENT) : socket.resetAndDestroy()));
  for (let time = 0; time < 3; time++) expect(await outcome(dropping.url)).toBe(204);
  // The second request is tried on the first one's connection and then on a new one; the third finds no open
  // connection.
  expect(dropping.counts).toEqual({ connections: 3, requests: 4 });
  await close();
  const refusing = await counting((socket) => socket.resetAndDestroy());
  expect(await outcome(refusing.url)).toBe("read ECONNRESET");
  expect(refusing.counts).toEqual({ connections: 1, requests: 1 });
});

test("[HOOK-03] does not reuse a connection after a response that was not read completely", async () => {
  const endless = await counting((socket) => {
    socket.write(`${HEADERS}\r\n`);
    keepWriting(socket, 1, "x".repeat(8 * 1024));
  });
  for (let time = 0; time < 2; time++) expect(await outcome(endless.url)).toBe(200);
  expect(endless.counts).toEqual({ connections: 2, requests: 2 });
});

test("[W5] sends to a public address", async () => {
  const url = "https://[2a01:4f8::1]:9/";
  const attempt = post({ url, body: "{}", headers: {}, trusted: false }, LIMIT_MS);
  await expect(attempt).rejects.toThrow(/within 0.6 s|ENETUNREACH|EADDRNOTAVAIL|ECONNREFUSED|EHOSTUNREACH/);
});
