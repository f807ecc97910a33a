import { once } from "node:events";
import net from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, expect, test } from "vitest";
import { CONNECTION_LIMITS } from "./connections";
import { takePort, type TakenPort } from "./port";

// Tests use real connections to a server with the app's limits, shortened.

const limits = {
  ...CONNECTION_LIMITS,
  headersMs: 300,
  requestMs: 3_000,
  bodyGraceMs: 400,
  bodyBytesPerSecond: 2_000,
  lookMs: 50,
  connections: 3,
};

let taken: TakenPort;
const sockets: net.Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  taken.server.close();
  taken.server.closeAllConnections();
});

async function serve(handler: Parameters<TakenPort["answerWith"]>[0]): Promise<void> {
  taken = await takePort("PORT", 0, "127.0.0.1", limits);
  taken.answerWith(handler);
}
const readAll: Parameters<TakenPort["answerWith"]>[0] = (request, response) => {
  text(request).then(
    (body) => response.end(`${body.length} bytes`),
    () => response.destroy(),
  );
};

async function connect(): Promise<{ socket: net.Socket; answer: Promise<string>; begun: number }> {
  const socket = net.connect(taken.port, "127.0.0.1").on("error", () => {});
  sockets.push(socket);
  const answer = text(socket).catch(() => "");
  await once(socket, "connect");
  return { socket, answer, begun: performance.now() };
}

test("[OPS-02] disconnects a client that sends nothing or endless headers", async () => {
  await serve(readAll);
  for (const bytes of ["", "GET / HTTP/1.1\r\nHost: x\r\n"]) {
    const { socket, answer, begun } = await connect();
    socket.write(bytes);
    expect(await answer).toMatch(/^(HTTP\/1.1 408 |$)/);
    expect(performance.now() - begun).toBeLessThan(2_000);
  }
});

test("[OPS-02] drops connections above the limit of a process", async () => {
  await serve(readAll);
  const four = [];
  for (let at = 0; at < limits.connections + 1; at++) four.push(await connect());
  const { answer, begun } = four.at(-1)!;
  expect(await answer).toBe("");
  expect(performance.now() - begun).toBeLessThan(limits.headersMs);
});
