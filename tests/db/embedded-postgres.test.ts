import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { build } from "esbuild";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { freePort, startEmbeddedPostgres, type EmbeddedPostgres } from "../../cli/postgres/embedded.ts";
import { copyCluster } from "../support/copied-cluster.ts";
import { memoryFolder } from "../support/memory-folder.ts";

const isRoot = process.getuid?.() === 0;

let temporary: string;
let dir: string;
const started: EmbeddedPostgres[] = [];
const helpers: ChildProcess[] = [];

beforeEach(() => {
  temporary = fs.mkdtempSync(path.join(memoryFolder(), "embedded postgres "));
  // mkdtemp allows access to this user only, but the server's account must reach the data.
  fs.chmodSync(temporary, 0o755);
  dir = path.join(temporary, "data", "postgres");
});

afterEach(async () => {
  for (const helper of helpers.splice(0)) helper.kill("SIGKILL");
  for (const server of started.splice(0)) await server.stop();
  fs.rmSync(temporary, { recursive: true, force: true });
});

async function start(options: { dir?: string; port?: number } = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dir, fast: true, ...options });
  started.push(server);
  return server;
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  // A killed server closes the connection with an event in addition to the failing query.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

const pidFile = () => path.join(dir, "postmaster.pid");
const postmaster = () => Number(fs.readFileSync(pidFile(), "utf8").split("\n")[0]);

function namePidInFile(pid: number): void {
  const rest = fs.readFileSync(pidFile(), "utf8").split("\n").slice(1);
  fs.writeFileSync(pidFile(), [pid, ...rest].join("\n"));
}

/** Starts on an existing cluster, for tests that are not about creating one. */
const startOnCopy = () => copyCluster(dir).then(() => start());

async function startWithRow(onCluster = startOnCopy): Promise<EmbeddedPostgres> {
  const server = await onCluster();
  await query(server.url("postgres"), "create table kept as select 42 as answer");
  return server;
}

async function expectRowKept(): Promise<void> {
  const again = await start();
  expect(again.attached).toBe(false);
  expect(await query(again.url("postgres"), "select answer from kept")).toEqual([{ answer: 42 }]);
}

/** Spawns a process with the server's account, so that the server's signals would reach it. */
function spawnAsServer(script: string): ChildProcess {
  const { uid, gid } = fs.statSync(dir);
  const child = spawn("/bin/sh", ["-c", script], { ...(isRoot ? { uid, gid } : {}), cwd: "/" });
  helpers.push(child);
  return child;
}

describe("[OPS-01] the embedded PostgreSQL server starts and stops", { timeout: 120_000 }, () => {
  it("[OPS-01] starts with the promised settings, can be attached to, and stops", async () => {
    const first = await start();
    expect(first.attached).toBe(false);
    expect(
      await query(
        first.url("postgres"),
        `select current_setting('server_encoding') as encoding, current_setting('max_connections') as connections,
           current_setting('listen_addresses') as addresses, current_setting('unix_socket_directories') as sockets,
           (select datlocprovider::text || ' ' || datlocale from pg_database where datname = 'template1') as locale`,
      ),
    ).toEqual([{ encoding: "UTF8", connections: "200", addresses: "127.0.0.1", sockets: "", locale: "b C.UTF-8" }]);

    const second = await start();
    expect(second).toMatchObject({ attached: true, port: first.port, dir: first.dir });
    expect(second.url("app")).toBe(first.url("app"));

    await second.stop();
    await expect(query(first.url("postgres"), "select 1")).rejects.toThrow("ECONNREFUSED");
    await first.stop();
  });

  it("[OPS-01] keeps data across a stop, and uses the requested port only if it is free", async () => {
    const server = await startWithRow();
    const taken = server.port;
    await server.stop();
    const other = await start({ dir: path.join(temporary, "other"), port: taken });
    expect(other.port).toBe(taken);
    expect(await freePort(taken)).not.toBe(taken);
    expect((await start({ port: taken })).port).not.toBe(taken);
    await started.pop()?.stop();
    await expectRowKept();
  });

  it.runIf(isRoot)("[OPS-01] does not run as root", async () => {
    await startOnCopy();
    expect(fs.statSync(pidFile()).uid).not.toBe(0);
    if (process.platform !== "linux") return;
    expect(fs.readFileSync(`/proc/${postmaster()}/status`, "utf8")).not.toMatch(/^[UG]id:.*\b0\b/m);
  });

  it.runIf(isRoot)("[OPS-01] keeps data that its account cannot reach in a shared directory", async () => {
    fs.chmodSync(temporary, 0o700);
    const first = await startWithRow(start);
    try {
      expect(first.dir).toMatch(/^\/var\/tmp\//);
      expect(fs.existsSync(`${dir}.password`)).toBe(true);
      await first.stop();
      await expectRowKept();

      // Deleting the requested directory starts with new data, even while the server runs.
      fs.rmSync(path.dirname(dir), { recursive: true });
      const fresh = await start();
      expect(fresh).toMatchObject({ attached: false, dir: first.dir });
      expect(await query(fresh.url("postgres"), "select to_regclass('kept') as kept")).toEqual([{ kept: null }]);
    } finally {
      await first.stop();
      fs.rmSync(first.dir, { recursive: true, force: true });
      fs.rmSync(`${first.dir}.old`, { recursive: true, force: true });
    }
  });
});

describe("[OPS-01] the embedded PostgreSQL server is protected by a password", { timeout: 120_000 }, () => {
  it("[OPS-01] rejects a wrong and an empty password", async () => {
    const server = await startOnCopy();
    const wrong = new URL(server.url("postgres"));
    wrong.password = "wrong";
    await expect(query(wrong.href, "select 1")).rejects.toThrow("password authentication failed");
    wrong.password = "";
    await expect(query(wrong.href, "select 1")).rejects.toThrow(/password/);
    const rules = await query(server.url("postgres"), "select distinct auth_method from pg_hba_file_rules");
    expect(rules).toEqual([{ auth_method: "scram-sha-256" }]);
  });

  it("[OPS-01] stores the password in a file for this user only", async () => {
    const server = await start();
    const file = `${dir}.password`;
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    expect(fs.statSync(file).uid).toBe(process.getuid?.());
    expect(fs.readFileSync(file, "utf8").trim()).toBe(new URL(server.url("postgres")).password);
    expect(fs.readdirSync(path.dirname(dir)).sort()).toEqual(["postgres", "postgres.lock", "postgres.password"]);
  });

  it("[OPS-01] reports a missing password of a cluster", async () => {
    const server = await startOnCopy();
    await server.stop();
    fs.rmSync(`${dir}.password`);
    await expect(start()).rejects.toThrow(/postgres\.password.* is missing/);
  });
});

describe("[OPS-01] the embedded PostgreSQL server survives crashes", { timeout: 120_000 }, () => {
  it("[OPS-01] starts again after kill -9 of the server, with its data", async () => {
    const server = await startWithRow();
    const sleeper = query(server.url("postgres"), "select pg_sleep(600)").catch((error: unknown) => error);
    const asleep = "select 1 from pg_stat_activity where wait_event = 'PgSleep'";
    await expect.poll(() => query(server.url("postgres"), asleep)).toHaveLength(1);
    process.kill(postmaster(), "SIGKILL");
    await expectRowKept();
    expect(await sleeper).toBeInstanceOf(Error);
  });

  it("[OPS-01] starts again when another program has the process id of the pid file", async () => {
    await startWithRow();
    const stranger = spawnAsServer("exec sleep 600");
    process.kill(postmaster(), "SIGKILL");
    namePidInFile(stranger.pid ?? 0);
    await expectRowKept();
    expect(stranger.exitCode ?? stranger.signalCode).toBe(null);
  });

  it("[OPS-01] starts again when a zombie has the process id of the pid file", async () => {
    await startWithRow();
    // The child of the shell ends after the shell has become `sleep`, which never reaps it.
    const parent = spawnAsServer("sleep 0.3 & echo $!; exec sleep 600");
    const [printed] = (await once(parent.stdout!, "data")) as [Buffer];
    const zombie = Number(printed.toString());
    await expect.poll(() => fs.readFileSync(`/proc/${zombie}/stat`, "utf8")).toMatch(/\) Z /);
    process.kill(postmaster(), "SIGKILL");
    namePidInFile(zombie);
    await expectRowKept();
  });

  it("[OPS-01] starts again when the pid file of a running server is lost", async () => {
    await startWithRow();
    fs.rmSync(pidFile());
    await expectRowKept();
  });

  it("[OPS-01] does not mistake an interrupted creation for a cluster", async () => {
    fs.mkdirSync(`${dir}.init`, { recursive: true });
    fs.writeFileSync(path.join(`${dir}.init`, "PG_VERSION"), "18\n");
    await startWithRow(start);
    expect(fs.existsSync(`${dir}.init`)).toBe(false);
  });

  it("[OPS-01] takes over the lock of a process that has ended", async () => {
    fs.mkdirSync(`${dir}.lock`, { recursive: true });
    // This process has another identity, because the process id was reused.
    fs.writeFileSync(path.join(`${dir}.lock`, "7"), JSON.stringify({ pid: process.pid, identity: "another" }));
    await startOnCopy();
    expect(fs.readdirSync(`${dir}.lock`)).toEqual(["8"]);
  });

  it("[OPS-01] reports the end of the log in one line if it does not start", async () => {
    const server = await startOnCopy();
    await server.stop();
    fs.appendFileSync(path.join(dir, "postgresql.conf"), "no_such_setting = on\n");
    await expect(start()).rejects.toThrow(/^PostgreSQL did not start in the folder [^\n]*no_such_setting[^\n]*$/);
  });

  it("[OPS-01] rejects a directory with other content", async () => {
    fs.mkdirSync(dir, { recursive: true });
    fs.writeFileSync(path.join(dir, "letter.txt"), "");
    await expect(start()).rejects.toThrow("contains other files");
    expect(fs.readdirSync(dir)).toEqual(["letter.txt"]);
  });
});

describe("[OPS-01] two concurrent starts of the embedded PostgreSQL server", { timeout: 120_000 }, () => {
  it("[OPS-01] share one server within one process", async () => {
    const servers = await Promise.all([start(), start(), start()]);
    expect(servers.filter(({ attached }) => !attached)).toHaveLength(1);
    expect(new Set(servers.map(({ port }) => port)).size).toBe(1);
  });

  it("[OPS-01] share one server across processes, even if one is killed", async () => {
    const program = await bundle();
    const run = () => {
      const child = spawn(process.execPath, [program, dir], { stdio: ["ignore", "pipe", "inherit"] });
      helpers.push(child);
      return child;
    };
    const killed = run();
    // Wait until it has started to create the cluster, which then continues without it.
    while (!fs.existsSync(path.join(`${dir}.init`, "base"))) await sleep(5);
    const others = [run(), run(), run()];
    killed.kill("SIGKILL");
    const urls = await Promise.all(others.map(output));
    const server = await start();
    expect(server.attached).toBe(true);
    expect(urls).toEqual(Array(3).fill(server.url("postgres")));
    expect(await query(server.url("postgres"), "select 1 as one")).toEqual([{ one: 1 }]);
  });
});

async function output(child: ChildProcess): Promise<string> {
  let text = "";
  child.stdout!.on("data", (data: Buffer) => (text += data.toString()));
  await once(child, "close");
  return text;
}

/** Bundles a program that starts the server on its argument and prints the address. */
async function bundle(): Promise<string> {
  const door = path.resolve(import.meta.dirname, "../../cli/postgres/embedded.ts");
  // Below node_modules, where external packages are resolved.
  const outfile = path.resolve(import.meta.dirname, "../../node_modules/.cache/embedded-postgres-test.mjs");
  const contents = `import { startEmbeddedPostgres } from ${JSON.stringify(door)};
    const server = await startEmbeddedPostgres({ dir: process.argv[2], fast: true });
    process.stdout.write(server.url("postgres"));`;
  const settings = { bundle: true, platform: "node", format: "esm", packages: "external" } as const;
  await build({ stdin: { contents, resolveDir: path.dirname(door) }, outfile, ...settings });
  return outfile;
}
