import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import pg from "pg";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "../../cli/postgres/embedded";
import { keepRunning, type Keeper } from "../../cli/postgres/keep-running";
import { copyCluster } from "../support/copied-cluster";
import { memoryFolder } from "../support/memory-folder";

const BACK_MS = 10_000;

let temporary: string;
let options: { dir: string; fast: boolean };
let server: EmbeddedPostgres;
let keeper: Keeper;
let lines: string[];

beforeEach(async () => {
  temporary = fs.mkdtempSync(path.join(memoryFolder(), "finderlohn-keep-"));
  // mkdtemp allows access to this user only, but the server's account must reach the data.
  fs.chmodSync(temporary, 0o755);
  options = { dir: path.join(temporary, "postgres"), fast: true };
  await copyCluster(options.dir);
  server = await startEmbeddedPostgres(options);
  await query("create table kept as select 42 as answer");
  lines = [];
  keeper = keep();
});

afterEach(async () => {
  await keeper.stop();
  await server.stop();
  fs.rmSync(temporary, { recursive: true, force: true });
});

function keep(): Keeper {
  const say = (...said: unknown[]) => void lines.push(String(said.at(-1)));
  return keepRunning(server, options, { info: say, warn: say, error: say });
}

async function query(sql: string): Promise<unknown[]> {
  const client = new pg.Client(server.url("postgres"));
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const kill = () =>
  process.kill(Number(fs.readFileSync(path.join(options.dir, "postmaster.pid"), "utf8").split("\n")[0]), "SIGKILL");
const answer = () => query("select answer from kept").catch(() => "away");
const comesBack = () => expect.poll(answer, { timeout: BACK_MS }).toEqual([{ answer: 42 }]);

it("[OPS-01] a killed database server is back on the same port within ten seconds, twice", async () => {
  for (let time = 1; time <= 2; time++) {
    kill();
    await expect.poll(keeper.isAway).toBe(true);
    await comesBack();
    await expect.poll(keeper.isAway).toBe(false);
  }
  expect(lines).toHaveLength(4);
});

it("[OPS-01] a port taken by another program is reported in one line, and the server is back when it is free", async () => {
  await keeper.stop();
  kill();
  await expect.poll(server.runs).toBe(false);
  const other = net.createServer();
  await expect
    .poll(
      () =>
        new Promise((resolve) => {
          other.once("error", resolve).listen(server.port, "127.0.0.1", () => resolve("listening"));
        }),
    )
    .toBe("listening");
  keeper = keep();
  await expect.poll(() => lines.length).toBe(2);
  expect(lines[1]).toMatch(
    new RegExp(`^database server restart failed: Port ${server.port} .* is in use by another program[^\n]*$`),
  );
  await expect(startEmbeddedPostgres({ ...options, samePort: true })).rejects.toThrow("is in use by another program");
  await new Promise((resolve) => other.close(resolve));
  await comesBack();
  await expect.poll(() => lines.length).toBe(3);
});

it("[OPS-01] a command that needs the server in the meantime starts it on the same port", async () => {
  await keeper.stop();
  kill();
  await expect.poll(server.runs).toBe(false);
  const again = await startEmbeddedPostgres({ ...options, samePort: true });
  expect(again.url("postgres")).toBe(server.url("postgres"));
});

it("[OPS-01] a deleted database is not created again by the watcher", async () => {
  kill();
  fs.rmSync(path.join(options.dir, "PG_VERSION"));
  await expect.poll(() => lines.at(-1)).toMatch(/restart failed: .* does not contain a database any more/);
  fs.writeFileSync(path.join(options.dir, "PG_VERSION"), "18\n");
  await comesBack();
});

it("[OPS-01] a stopped watcher lets the server end", async () => {
  await keeper.stop();
  await server.stop();
  expect(await answer()).toBe("away");
  expect(lines).toEqual([]);
});
