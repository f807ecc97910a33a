import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verifyPassword } from "~/platform/passwords.server";
import { ensureBuilt } from "../../cli/build.mjs";
import { freePort } from "../../cli/postgres/ports";
import { launch, runProcess as run } from "./program";

// The tests run in order on one data directory; each continues with the state of the previous one.

const started: ChildProcess[] = [];
let dataDir: string;
let env: Record<string, string>;
let address: string;
let metricsPort: number;
let ownerUrl: string;

beforeAll(async () => {
  await ensureBuilt({ web: true });
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "finderlohn-cli-"));
  // Lets the user who runs Postgres for root enter.
  fs.chmodSync(dataDir, 0o755);
  const port = await freePort();
  env = { DATA_DIR: dataDir, PORT: String(port), APP_MODE: "demo" };
  address = `http://localhost:${port}`;
  metricsPort = await freePort();
}, 240_000);

afterAll(async () => {
  for (const child of started) child.kill("SIGKILL");
  // Attaches to a server that is still running and stops it regularly.
  const last = launch(["worker"], env);
  await Promise.race([once(last.stdout!, "data"), once(last, "exit")]);
  if (last.exitCode === null) {
    last.kill("SIGTERM");
    await once(last, "exit");
  }
  fs.rmSync(dataDir, { recursive: true, force: true });
});

/** Starts everything and waits for the output of a ready app. */
async function start(): Promise<{ child: ChildProcess; printed: string }> {
  const child = launch(["start"], { ...env, METRICS_PORT: String(metricsPort) });
  started.push(child);
  let stderr = "";
  child.stderr!.on("data", (data: Buffer) => (stderr += data.toString()));
  const [printed] = (await Promise.race([
    once(child.stdout!, "data"),
    once(child, "exit").then(() => Promise.reject(new Error(`start failed: ${stderr}`))),
  ])) as [Buffer];
  return { child, printed: printed.toString() };
}

async function endOf(child: ChildProcess, signal: NodeJS.Signals) {
  const from = performance.now();
  const exit = once(child, "exit");
  child.kill(signal);
  const [code] = (await exit) as [number | null];
  return { code, seconds: (performance.now() - from) / 1000 };
}

/** Opens a page of a signed-in user that has joined the live stream. */
async function openPage(): Promise<{ rest(): Promise<string> }> {
  const form = new URLSearchParams({ email: "jana@nordlicht-media.example", password: "finderlohn-demo" });
  const headers = { Origin: address };
  const signedIn = await fetch(`${address}/auth`, {
    method: "POST",
    headers,
    body: form,
    redirect: "manual",
  });
  const cookie = signedIn.headers.getSetCookie().map((line) => line.split(";")[0]);
  const answer = await fetch(`${address}/live`, {
    headers: { Accept: "text/event-stream", Cookie: cookie.join("; ") },
  });
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  const until = async (holds: (text: string) => boolean) => {
    for (let text = ""; ;) {
      const { done, value = "" } = await reader.read();
      text += value;
      if (done || holds(text)) return text;
    }
  };
  await until((text) => text.includes("event: joined"));
  return { rest: () => until(() => false) };
}

async function query<T>(sql: string, values: unknown[] = []): Promise<T[]> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    return (await client.query(sql, values)).rows as T[];
  } finally {
    await client.end();
  }
}

const answers = () =>
  query("select 1").then(
    () => true,
    () => false,
  );

const status = async (route: string) => (await fetch(`${address}${route}`)).status;

describe("[OPS-01] finderlohn start", { timeout: 120_000 }, () => {
  let running: ChildProcess;

  it("[OPS-01] runs everything with demo data, and prints the URL and the sign-ins last", async () => {
    const { child, printed } = await start();
    running = child;
    const lines = printed.trimEnd().split("\n");
    const place = lines.indexOf(`Finderlohn is running at ${address}`);
    expect(place).toBeGreaterThanOrEqual(0);
    const signIns = lines.slice(place + 1).join("\n");
    const [, password, email] = /with the password (\S+)\n +(\S+@\S+)/.exec(signIns)!;
    expect(lines.at(-1)).toMatch(/^ +\S+@\S+ +Atelier Rivage$/);

    expect(await Promise.all(["/healthz", "/readyz"].map(status))).toEqual([200, 200]);
    ownerUrl = (await run(["db", "url", "--role", "owner"], env)).stdout.trim();
    const [user] = await query<{ password_hash: string }>(
      "select password_hash from app_user where email = $1 and email_confirmed_at is not null",
      [email],
    );
    expect(await verifyPassword(user!.password_hash, password!)).toBe(true);
  });

  it("[OPS-02] serves metrics on a separate port", async () => {
    await query("select graphile_worker.add_job('aggregates.fold')");
    await query("select graphile_worker.add_job('aggregates.fold', run_at => now() + interval '1 day')");
    const unknown = `/made-up-${Date.now()}`;
    for (const route of ["/auth", unknown, "/", "/readyz", "/api/v1/leads", "/webhooks/stripe"]) await status(route);
    const metrics = () => fetch(`http://localhost:${metricsPort}/metrics`);
    await expect
      .poll(async () => (await metrics()).text())
      .toMatch(/^finderlohn_job_duration_seconds_count\{task="aggregates.fold",outcome="succeeded"\} [1-9]/m);
    const answer = await metrics();
    expect(answer.headers.get("content-type")).toContain("text/plain");
    const text = await answer.text();
    for (const [area, code] of [
      ["auth", 200],
      ["other", 404],
      ["home", 200],
      ["api", 401],
      ["webhooks", 405],
    ])
      expect(text).toContain(
        `finderlohn_http_request_duration_seconds_count{area="${area}",method="GET",status="${code}"} 1\n`,
      );
    // Labels contain no visitor input, and health checks do not count.
    expect(text).not.toContain(unknown.slice(1));
    expect(text).not.toContain("readyz");
    expect(text).toContain("finderlohn_database_up 1\n");
    // A job due tomorrow is not waiting yet.
    expect(text).toContain('finderlohn_queue_waiting_jobs{task="aggregates.fold"} 0\n');
    expect(text).toContain("process_resident_memory_bytes ");
    expect((await fetch(`http://localhost:${metricsPort}/`)).status).toBe(404);
    // Not on the public port.
    expect(await status("/metrics")).toBe(404);
  });

  it("[CLI-02] rejects a second start on a used port in one line, without affecting the first", async () => {
    // In a separate folder, where it must create neither a database nor a secret.
    const elsewhere = path.join(dataDir, "elsewhere");
    for (const [setting, port] of [
      ["PORT", env["PORT"]!],
      ["METRICS_PORT", String(metricsPort)],
    ] as const) {
      const free = { PORT: String(await freePort()), METRICS_PORT: String(await freePort()) };
      const second = await run(["start"], { ...env, ...free, DATA_DIR: elsewhere, [setting]: port });
      expect(second).toMatchObject({ code: 1, stdout: "" });
      const line = `^finderlohn: Port ${port} is in use[^\\n]* set ${setting} [^\\n]*\\n$`;
      expect(second.stderr).toMatch(new RegExp(line));
      expect(fs.existsSync(elsewhere)).toBe(false);
    }
    expect(await status("/readyz")).toBe(200);
    expect(running.exitCode).toBe(null);
  });

  it("[OPS-01] restarts a killed database on the same port within ten seconds", async () => {
    await query(
      "select graphile_worker.add_job('aggregates.fold', run_at => now() + interval '1 second', job_key => 'kept')",
    );
    const pidFile = path.join(dataDir, "postgres", "postmaster.pid");
    process.kill(Number(fs.readFileSync(pidFile, "utf8").split("\n")[0]), "SIGKILL");
    const killed = performance.now();
    const answers: { status: number; text: string }[] = [];
    const page = async (route: string) => {
      const response = await fetch(address + route, { headers: { "Accept-Language": "de" } });
      answers.push({ status: response.status, text: await response.text() });
    };
    while (answers.every(({ text }) => !text.includes("Die Datenbank ist gerade nicht verfügbar"))) {
      await page("/auth");
      if (performance.now() - killed > 10_000) throw new Error("no page reported the outage");
    }
    expect(answers.at(-1)!.status).toBe(503);
    const ready = await fetch(`${address}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([503, { status: "not ready", database: "unreachable" }]);
    const { stdout } = await run(["db", "url", "--role", "owner"], env);
    expect(stdout.trim()).toBe(ownerUrl);
    await expect.poll(() => status("/readyz"), { timeout: 10_000 }).toBe(200);
    expect(performance.now() - killed).toBeLessThan(10_000);
    await expect.poll(() => status("/auth")).toBe(200);
    await expect.poll(() => query("select 1 from graphile_worker.jobs where key = 'kept'")).toEqual([]);
    expect(answers.filter(({ text }) => /^ +at /m.test(text))).toEqual([]);
  });

  it("[OPS-01] starts again after kill -9 with its data and sessions", async () => {
    await endOf(running, "SIGKILL");
    expect(await answers()).toBe(true);
    const { child, printed } = await start();
    running = child;
    expect(printed).toContain("jana@nordlicht-media.example");
    expect(await status("/readyz")).toBe(200);
    const { stdout } = await run(["org", "list", "--json"], env);
    expect(JSON.parse(stdout)).toMatchObject([{ leads: 38 }, { leads: 22 }]);
    expect(await answers()).toBe(true);
  });

  it("[OPS-02] stops within ten seconds after SIGTERM, including its database", async () => {
    // Opens database connections of the web server, which must close before the database stops.
    expect(await status("/link/unknown")).toBe(404);
    const page = await openPage();
    const metrics = await (await fetch(`http://localhost:${metricsPort}/metrics`)).text();
    expect(metrics).toContain("finderlohn_live_streams 1\n");
    expect(metrics).toContain("finderlohn_live_listener_up 1\n");
    let logged = "";
    running.stderr!.on("data", (data: Buffer) => (logged += data.toString()));
    const { code, seconds } = await endOf(running, "SIGTERM");
    expect(code).toBe(0);
    expect(seconds).toBeLessThan(10);
    expect(logged).not.toContain("connection");
    // The stream was closed regularly and without an end event, so the page reconnects to the next server.
    expect(await page.rest()).not.toContain("event: end\n");
    expect(await answers()).toBe(false);
    expect(await query("select 1").catch((error: Error) => error.message)).toContain("ECONNREFUSED");
  });

  it("[CLI-02] starts the database for a command and stops it afterwards", async () => {
    const { code, stdout } = await run(["org", "list"], env);
    expect(code).toBe(0);
    expect(stdout).toContain("Nordlicht Media GmbH");
    expect(fs.existsSync(path.join(dataDir, "postgres", "postmaster.pid"))).toBe(false);
  });

  it("[OPS-02] stops regularly if signals arrive during the start, also twice", async () => {
    const child = launch(["start"], env);
    started.push(child);
    let printed = "";
    child.stdout!.on("data", (data: Buffer) => (printed += data.toString()));
    while (!fs.existsSync(path.join(dataDir, "running", String(child.pid)))) await sleep(5);
    child.kill("SIGINT");
    const { code, seconds } = await endOf(child, "SIGINT");
    expect({ code, printed }).toEqual({ code: 0, printed: "" });
    expect(seconds).toBeLessThan(10);
    expect(fs.existsSync(path.join(dataDir, "postgres", "postmaster.pid"))).toBe(false);
  });
});
