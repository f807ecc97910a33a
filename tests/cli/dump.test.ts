import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import yazl from "yazl";
import { openDatabase } from "~/platform/db/database.server";
import { EXTENSIONS } from "../../cli/backup/format";
import { migrate, type DatabaseAddresses } from "../../cli/migrate";
import { prepareDatabase } from "../../cli/runtime";
import { signIn } from "../factories/people";
import { TEST_SECRET } from "../support/database";
import { localVersion, startLocalServer } from "../support/local-server";
import { populate, type PopulatedOrg } from "../support/tenancy/world";
import { unzip } from "../support/unzip";
import { run } from "./program";

// The drill with pg_dump and pg_restore, on a server of their version. The embedded server has neither; see
// backup.test.ts for COPY.

const local = localVersion();

it.skipIf(local)("[CLI-01] the drill with pg_dump", ({ skip }) => {
  skip("/usr/lib/postgresql has no server, pg_dump and pg_restore of PostgreSQL 15 or newer");
});

describe.runIf(local)("[CLI-01] [OPS-02] with pg_dump", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "finderlohn-dump-"));
  const file = path.join(folder, "backup.zip");
  let server: Awaited<ReturnType<typeof startLocalServer>>;
  let source: DatabaseAddresses;
  let org: PopulatedOrg;

  const finderlohn = ({ ownerUrl, runtimeUrl }: DatabaseAddresses, ...args: string[]) =>
    run(args, { DATABASE_URL: ownerUrl, DATABASE_APP_URL: runtimeUrl });

  async function query<T>({ ownerUrl }: DatabaseAddresses, sql: string): Promise<T[]> {
    const client = new pg.Client({ connectionString: ownerUrl });
    await client.connect();
    try {
      return (await client.query(sql)).rows as T[];
    } finally {
      await client.end();
    }
  }

  const asSuperuser = (database: string, sql: string) => query({ ownerUrl: server.url(database), runtimeUrl: "" }, sql);

  const sums = async (database: DatabaseAddresses) => {
    const tables = await query<{ name: string }>(
      database,
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
    );
    const all = tables.map(
      ({ name }) =>
        `select '${name}' as name, count(*)::int as rows, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum from ${name} t`,
    );
    return query<{ name: string; rows: number; sum: string }>(database, `${all.join(" union all ")} order by 1`);
  };
  const jobs = (database: DatabaseAddresses) =>
    query(database, "select id, payload, run_at, attempts, key, flags from graphile_worker._private_jobs order by id");
  /** Copies the backup with another table checksum in its manifest; the dump is unchanged. */
  const withOtherChecksum = async () => {
    const files = await unzip(fs.readFileSync(file));
    const manifest = JSON.parse(files.get("manifest.json")!.toString()) as {
      files: { name: string; sha256: string }[];
    };
    manifest.files.find(({ name }) => name === "tables/lead.copy")!.sha256 = "0".repeat(64);
    files.set("manifest.json", Buffer.from(JSON.stringify(manifest)));
    const zip = new yazl.ZipFile();
    for (const [name, content] of files) zip.addBuffer(content, name);
    zip.end();
    const pieces: Buffer[] = [];
    for await (const piece of zip.outputStream as AsyncIterable<Buffer>) pieces.push(piece);
    const other = path.join(folder, "other.zip");
    fs.writeFileSync(other, Buffer.concat(pieces));
    return other;
  };

  beforeAll(async () => {
    server = await startLocalServer(local!);
    source = await prepareDatabase(server, "source");
    await migrate(source);
    const database = openDatabase({ url: source.runtimeUrl, secret: TEST_SECRET });
    try {
      org = await populate(database, "Nordlicht");
      await populate(database, "Rivage");
      await signIn(database, org.owner);
    } finally {
      await database.close();
    }
    // An operator's own extension, which does not belong to the app.
    await asSuperuser("source", "create extension pg_stat_statements");
    await query(source, "update graphile_worker._private_jobs set locked_at = now(), locked_by = 'gone'");
    // More than a pipe buffers, so that pg_restore --list ends long before the end of the dump.
    await query(
      source,
      "update lead set notes = (select string_agg(md5(random()::text), '') from generate_series(1, 40000))",
    );
  }, 120_000);

  afterAll(async () => {
    await server?.stop();
    fs.rmSync(folder, { recursive: true });
  });

  it("[CLI-01] uses a pg_dump that matches the server by default", async () => {
    const { code, stdout, stderr } = await finderlohn(source, "db", "backup", file, "--json");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(JSON.parse(stdout)).toMatchObject({ method: "pg_dump" });
    const files = await unzip(fs.readFileSync(file));
    expect([...files.keys()]).toEqual(["database.dump", "manifest.json"]);
    expect(files.get("database.dump")!.subarray(0, 5).toString()).toBe("PGDMP");
    expect(files.get("manifest.json")!.toString()).toContain(`"tool": ${local!.major}`);
  }, 60_000);

  it("[CLI-01] restores an empty database with rights and unlocked jobs", async () => {
    const before = await sums(source);
    expect(before.find(({ name }) => name === "session")!.rows).toBe(1);
    const extensions = (database: DatabaseAddresses) =>
      query<{ extname: string }>(database, "select extname from pg_extension order by 1").then((all) =>
        all.map(({ extname }) => extname),
      );
    expect(await extensions(source)).toEqual([...EXTENSIONS, "pg_stat_statements", "plpgsql"].sort());
    const bare = await prepareDatabase(server, "bare");
    // Another extension in the target, which has its own views.
    await asSuperuser("bare", "create extension pg_buffercache");
    const dry = await finderlohn(bare, "db", "restore", file, "--dry-run");
    expect(dry).toMatchObject({ code: 0, stderr: "" });
    expect(await sums(bare).catch(() => "no tables")).toBe("no tables");
    const { code, stderr } = await finderlohn(bare, "db", "restore", file, "--yes");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const leftOut = ["session", "one_time_token", "rate_limit", "worker_process"];
    const kept = ({ name }: { name: string }) => !leftOut.includes(name);
    const after = await sums(bare);
    expect(after.filter(kept)).toEqual(before.filter(kept));
    expect(after.filter((table) => !kept(table)).map(({ rows }) => rows)).toEqual([0, 0, 0, 0]);
    expect(await jobs(bare)).toEqual(await jobs(source));
    expect(await extensions(bare)).toEqual([...EXTENSIONS, "pg_buffercache", "plpgsql"].sort());
    expect(
      await query(
        bare,
        "select 1 from graphile_worker._private_jobs where locked_at is not null or locked_by is not null",
      ),
    ).toEqual([]);
    // The runtime role sees only its organization.
    const database = openDatabase({ url: bare.runtimeUrl, secret: TEST_SECRET });
    try {
      const seen = await database.readOrg(org.orgId, { kind: "operator" }, (scope) =>
        scope.db.lead.findMany({ select: { orgId: true } }),
      );
      expect(new Set(seen.map(({ orgId }) => orgId))).toEqual(new Set([org.orgId]));
    } finally {
      await database.close();
    }
    const second = await finderlohn(bare, "db", "restore", file, "--yes");
    expect(second).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/the database is not empty/) as string,
    });
  }, 120_000);

  it("[CLI-01] [CLI-02] restores a migrated database too, without jobs on request, and fails loudly if it differs", async () => {
    const migrated = await prepareDatabase(server, "migrated");
    await migrate(migrated);
    const { code, stdout, stderr } = await finderlohn(
      ...([migrated, "db", "restore", file, "--yes", "--without-jobs"] as const),
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/: \d+ rows of \d+ tables, 0 jobs\n$/);
    expect(await jobs(migrated)).toEqual([]);
    const leads = (all: { name: string }[]) => all.find(({ name }) => name === "lead");
    expect(leads(await sums(migrated))).toEqual(leads(await sums(source)));

    const other = await prepareDatabase(server, "other");
    const differs = await finderlohn(other, "db", "restore", await withOtherChecksum(), "--yes");
    expect(differs).toMatchObject({ code: 1, stdout: "" });
    expect(differs.stderr).toMatch(
      /the database differs from the backup \(tables\/lead\.copy\): delete this database[^\n]*\n$/,
    );
  }, 120_000);
});
