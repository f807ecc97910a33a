import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ensureBuilt } from "../../cli/build.mjs";
import { freePort } from "../../cli/postgres/ports";
import { createTestDatabase, dropTestDatabase, type TestAddresses } from "../support/server";
import { launch } from "./program";

// The limits of attempts as they stand in real processes on one database.

interface Program {
  port: number;
  child: ChildProcess;
}

let database: TestAddresses;
const running = new Set<Program>();

/** A web process on the database, behind so many proxies. */
async function serve(proxies: number): Promise<Program> {
  const port = await freePort();
  const child = launch(["serve"], {
    APP_MODE: "test",
    APP_URL: "http://localhost:3000",
    DATABASE_APP_URL: database.runtimeUrl,
    DATABASE_URL: database.ownerUrl,
    PORT: String(port),
    SESSION_SECRET: "0123456789abcdef0123456789abcdef",
    TRUST_PROXY: String(proxies),
  });
  let log = "";
  child.stderr!.on("data", (data: Buffer) => (log += data.toString()));
  await Promise.race([
    once(child.stdout!, "data"),
    once(child, "exit").then(() => Promise.reject(new Error(`serve failed: ${log}`))),
  ]);
  const program = { port, child };
  running.add(program);
  return program;
}

async function stop(program: Program): Promise<void> {
  const exit = once(program.child, "exit");
  program.child.kill("SIGTERM");
  await exit;
  running.delete(program);
}

beforeAll(async () => {
  await ensureBuilt({ web: true });
  database = await createTestDatabase();
}, 240_000);

afterAll(async () => {
  for (const program of running) await stop(program);
  await dropTestDatabase(database);
});

let number = 0;
/** Signs in with a wrong password, as a browser without JavaScript does. */
async function guess({ port }: Program, email: string, forwardedFor = `203.0.113.${++number}`) {
  const answer = await fetch(`http://127.0.0.1:${port}/auth`, {
    method: "POST",
    body: new URLSearchParams({ email, password: "a wrong password" }),
    headers: { "Accept-Language": "de", "X-Forwarded-For": forwardedFor },
  });
  return {
    status: answer.status,
    wait: Number(answer.headers.get("Retry-After")),
    text: await answer.text(),
  };
}

test("[AUTH-13] I3 two processes give one address ten guesses together, and a restart gives no more", async () => {
  const [one, other] = await Promise.all([serve(1), serve(1)]);
  const email = "lena@agency.example";
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) => guess(index % 2 ? one : other, email)),
  );
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
  await stop(one);
  const again = await serve(1);
  const { status, wait, text } = await guess(again, email);
  expect(status).toBe(429);
  expect(wait).toBeGreaterThan(13 * 60);
  expect(wait).toBeLessThanOrEqual(15 * 60);
  // A whole page that says it in the person's language and keeps the address.
  expect(text).toMatch(/^<!DOCTYPE html><html lang="de"/);
  expect(text).toMatch(/Zu viele Versuche\. Bitte versuchen Sie es in 1[45] Minuten noch einmal\./);
  expect(text).toContain(`value="${email}"`);
  expect(text).not.toContain("a wrong password");
  expect((await guess(other, "another@agency.example")).status).toBe(401);
  for (const program of [again, other]) await stop(program);
}, 120_000);

test("[AUTH-13] I3 headers that somebody makes up do not get around the limit of an IP address", async () => {
  const [direct, proxied] = await Promise.all([serve(0), serve(1)]);
  const statuses = async (program: Program, forwardedFor: (index: number) => string) => {
    const answers = [];
    for (let index = 0; index < 52; index++) {
      answers.push(await guess(program, `guess-${++number}@agency.example`, forwardedFor(index)));
    }
    return answers.map(({ status }) => status);
  };
  const limited = [...Array<number>(50).fill(401), 429, 429];
  expect(await statuses(direct, (index) => `192.0.2.${index}`)).toEqual(limited);
  // The last address is the proxy's word; what stands before it was sent by the visitor.
  expect(await statuses(proxied, (index) => `192.0.2.${index}, 198.51.100.1`)).toEqual(limited);
  expect((await guess(proxied, "someone@agency.example", "198.51.100.2")).status).toBe(401);
  for (const program of [direct, proxied]) await stop(program);
}, 120_000);
