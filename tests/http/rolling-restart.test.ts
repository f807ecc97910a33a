import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ensureBuilt } from "../../cli/build.mjs";
import { freePort } from "../../cli/postgres/ports";
import { launch } from "../cli/program";
import { TEST_APP_URL, TEST_SECRET, useDatabase } from "../support/database";

// Two web servers behind a proxy that sends requests to those that report ready, over keep-alive connections.

const db = useDatabase();
const DELAY_SECONDS = 2;
const LOOK_MS = 100;
const READERS = 6;
const HOST = new URL(TEST_APP_URL).host;

interface Backend {
  port: number;
  child: ChildProcess;
  agent: http.Agent;
  ready: boolean;
}

const backends: Backend[] = [];
let proxy: http.Server;
let looking: NodeJS.Timeout;
const lost: string[] = [];

async function launchServer(port: number, delay = DELAY_SECONDS): Promise<ChildProcess> {
  const child = launch(["serve"], {
    APP_MODE: "test",
    APP_URL: TEST_APP_URL,
    SESSION_SECRET: TEST_SECRET,
    PORT: String(port),
    DATABASE_APP_URL: db.appUrl,
    DATABASE_URL: db.ownerUrl,
    SHUTDOWN_DELAY_SECONDS: String(delay),
  });
  await Promise.race([
    once(child.stdout!, "data"),
    once(child, "exit").then(() => Promise.reject(new Error("no start"))),
  ]);
  return child;
}

function get(options: http.RequestOptions): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    http
      .get({ host: "127.0.0.1", ...options, headers: { Host: HOST } }, (answer) => {
        answer.resume();
        answer.once("error", reject);
        answer.once("end", () => resolve(answer));
      })
      .once("error", reject);
  });
}

async function look(backend: Backend): Promise<void> {
  const answer = await get({ port: backend.port, path: "/readyz", agent: false }).catch(() => null);
  backend.ready = answer?.statusCode === 200;
}

/** Forwards a request once, without retries: a request without a response is lost. */
let turn = 0;
const passOn: http.RequestListener = (request, response) => {
  const ready = backends.filter((one) => one.ready);
  const { port, agent } = ready[turn++ % ready.length]!;
  const fail = (error: Error) => {
    lost.push(error.message);
    response.destroy();
  };
  http
    .request({ host: "127.0.0.1", port, agent, path: request.url!, headers: request.headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.once("error", fail).pipe(response);
    })
    .once("error", fail)
    .end();
};

beforeAll(async () => {
  await ensureBuilt({ web: true });
  for (let count = 0; count < 2; count++) {
    const port = await freePort();
    const agent = new http.Agent({ keepAlive: true });
    backends.push({ port, child: await launchServer(port), agent, ready: true });
  }
  proxy = http.createServer(passOn).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  looking = setInterval(() => backends.forEach((one) => void look(one)), LOOK_MS);
}, 240_000);

afterAll(() => {
  clearInterval(looking);
  proxy?.closeAllConnections();
  proxy?.close();
  for (const { child } of backends) child.kill("SIGKILL");
});

test("[OPS-02] a rolling restart of the web servers loses no request", { timeout: 120_000 }, async () => {
  const agent = new http.Agent({ keepAlive: true });
  const { port } = proxy.address() as AddressInfo;
  let [answered, going] = [0, true];
  const read = async () => {
    while (going) {
      const answer = await get({ port, agent, path: "/auth" }).catch((error: Error) => void lost.push(error.message));
      if (answer && answer.statusCode !== 200) lost.push(String(answer.statusCode));
      answered++;
    }
  };
  const readers = Array.from({ length: READERS }, read);
  for (const backend of backends) {
    await sleep(500);
    const ended = once(backend.child, "exit");
    backend.child.kill("SIGTERM");
    expect((await ended)[0]).toBe(0);
    expect(backend.ready).toBe(false);
    // The following tests use these.
    backend.child = await launchServer(backend.port, 60);
    await expect.poll(() => backend.ready).toBe(true);
  }
  going = false;
  await Promise.all(readers);
  agent.destroy();
  expect(answered).toBeGreaterThan(50);
  expect(lost).toEqual([]);
});

test("[OPS-02] during the delay /readyz reports it and responses close their connections; a second signal ends the delay", async () => {
  const { port, child } = backends[0]!;
  const agent = new http.Agent({ keepAlive: true });
  expect((await get({ port, agent, path: "/auth" })).headers.connection).toBe("keep-alive");
  child.kill("SIGTERM");
  await expect.poll(async () => (await get({ port, path: "/readyz" })).statusCode).toBe(503);
  const answer = await get({ port, agent, path: "/auth" });
  expect([answer.statusCode, answer.headers.connection]).toEqual([200, "close"]);
  expect((await get({ port, path: "/healthz" })).statusCode).toBe(200);
  await sleep(600);
  const from = performance.now();
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
  expect(performance.now() - from).toBeLessThan(5_000);
});

test("[OPS-02] Ctrl+C does not wait for a proxy", async () => {
  const { child } = backends[1]!;
  const from = performance.now();
  const ended = once(child, "exit");
  child.kill("SIGINT");
  expect((await ended)[0]).toBe(0);
  expect(performance.now() - from).toBeLessThan(10_000);
});
