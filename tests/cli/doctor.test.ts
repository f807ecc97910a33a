import type { AddressInfo } from "node:net";
import pg from "pg";
import { SMTPServer } from "smtp-server";
import { expect, it } from "vitest";
import { createSealer } from "~/platform/seal.server";
import { databaseChecks, runtimeChecks } from "../../cli/doctor/database-checks";
import { runChecks } from "../../cli/doctor/finding";
import { legal } from "../../cli/doctor/machine-checks";
import { prepareRuntime, withOwner } from "../../cli/runtime";
import { TEST_SECRET, useDatabase } from "../support/database";
import { createTestDatabase, dropTestDatabase } from "../support/server";
import { run } from "./program";

const db = useDatabase();

type Row = { check: string; state: string; found: string; advice: string | null };

/** Runs doctor and returns its output. */
async function doctor(env: Record<string, string>) {
  const { code, stdout, stderr } = await run(["doctor", "--json"], env);
  const rows = JSON.parse(stdout) as Row[];
  return { code, stderr, of: (check: string) => rows.find((row) => row.check === check)!, rows };
}

/** Runs the database checks without starting a process. */
async function checked(env: Record<string, string>) {
  const runtime = await prepareRuntime({ NODE_ENV: "test", ...env });
  const rows = runtime.ownerUrl
    ? await withOwner(runtime, (owner) => runChecks(databaseChecks(runtime, owner)))
    : await runChecks(runtimeChecks(runtime));
  return { of: (check: string) => rows.find((row) => row.check === check)!, rows };
}

it("[CLI-01] [CLI-02] doctor reports problems with fixes, and exits with 1 only then", async () => {
  const mails: string[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData: (stream, _session, done) => {
      mails.push("one");
      stream.resume().on("end", () => done());
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, "127.0.0.1", resolve));
  const { port } = smtp.server.address() as AddressInfo;
  const env = {
    DATABASE_URL: db.ownerUrl,
    DATABASE_APP_URL: db.appUrl,
    SMTP_URL: `smtp://127.0.0.1:${port}`,
  };
  try {
    await db.ownerPool.query("insert into worker_process (worker_id, seen_at) values ('w', now() + interval '1 hour')");
    const fine = await doctor(env);
    expect(fine.rows.filter(({ state }) => state !== "ok")).toEqual([]);
    expect(fine.rows.map(({ check }) => check)).toEqual([
      "settings",
      "legal pages",
      "disk",
      "temporary files",
      "mail",
      "Stripe",
      "database",
      "migrations",
      "writing",
      "roles",
      "row security",
      "policies",
      "grants",
      "secret",
      "connections",
      "workers",
      "queue",
      "failed jobs",
      "clock",
    ]);
    expect({ code: fine.code, stderr: fine.stderr }).toEqual({ code: 0, stderr: "" });
    expect(mails).toEqual([]);
  } finally {
    await new Promise<void>((resolve) => smtp.close(resolve));
  }

  // The mail server is unreachable, a job has waited for an hour, no worker is alive, and a table has no row-level
  // security.
  await db.ownerPool.query("delete from worker_process");
  await db.ownerPool.query("insert into worker_process (worker_id, seen_at) values ('web:1', now())");
  await db.ownerPool.query("alter table lead disable row level security");
  await db.ownerPool.query(
    "select graphile_worker.add_job('mail.notification', '{}', run_at => now() - interval '1 hour')",
  );
  await db.ownerPool.query("select graphile_worker.add_job('mail.link', '{}', job_key => 'gone')");
  await db.ownerPool.query(
    `update graphile_worker._private_jobs set attempts = 25, last_error = 'Invalid login for jo@example.com: 535 5.7.8'
     where key = 'gone'`,
  );
  const wrong = await doctor({ ...env, DATABASE_APP_URL: db.ownerUrl });
  expect(wrong.code).toBe(1);
  expect(wrong.stderr).toBe("finderlohn: 6 of 19 checks failed\n");
  expect(wrong.of("mail")).toMatchObject({
    state: "fail",
    found: expect.stringMatching(/ECONNREFUSED/) as string,
  });
  expect(wrong.of("roles").found).toMatch(/tenants would not be isolated/);
  expect(wrong.of("row security").found).toBe("disabled for lead");
  expect(wrong.of("workers")).toMatchObject({
    state: "fail",
    advice: 'start "finderlohn worker" (or "start")',
  });
  expect(wrong.of("queue").found).toMatch(/^1 due; the oldest \(mail\.notification\) has waited/);
  expect(wrong.of("failed jobs")).toMatchObject({
    state: "warn",
    found: "1 permanently failed; 1 of mail.link: Invalid login for …@…: 535 5.7.8",
    advice: expect.stringMatching(/password in SMTP_URL; then "finderlohn jobs retry/) as string,
  });
  // Every problem has advice.
  expect(wrong.rows.filter(({ state, advice }) => state !== "ok" && !advice)).toEqual([]);

  const refused = new URL(db.appUrl);
  refused.password = "not-this-one";
  const unknown = await checked({ DATABASE_URL: db.ownerUrl, DATABASE_APP_URL: refused.href });
  expect(unknown.of("roles")).toMatchObject({
    state: "fail",
    found: expect.stringMatching(/password authentication failed/) as string,
    advice: expect.stringMatching(/differs from DATABASE_APP_URL: .*alter role "finderlohn_app"/) as string,
  });

  // A web process knows only the runtime role.
  const { of, rows } = await checked({ DATABASE_APP_URL: db.appUrl });
  expect(of("roles").state).toBe("ok");
  expect(of("database")).toMatchObject({
    state: "warn",
    found: expect.stringMatching(/^DATABASE_URL/) as string,
  });
  expect(rows.filter(({ state }) => state === "fail")).toEqual([]);

  const empty = await createTestDatabase("empty");
  const unmigrated = await checked({ DATABASE_URL: empty.ownerUrl, DATABASE_APP_URL: empty.runtimeUrl });
  expect(unmigrated.of("migrations")).toMatchObject({
    state: "fail",
    found: expect.stringMatching(/finderlohn db migrate/) as string,
  });
  await dropTestDatabase(empty);
  const nobody = "postgresql://x:y@localhost:1/x";
  const away = await checked({ DATABASE_URL: nobody, DATABASE_APP_URL: nobody });
  expect(away.of("database")).toMatchObject({
    state: "fail",
    found: expect.stringMatching(/does not respond/) as string,
    advice: expect.stringMatching(/start the database/) as string,
  });
  expect(away.of("queue")).toMatchObject({ found: "not checked", advice: 'correct "database" first' });
}, 60_000);

it("[CLI-01] doctor reports weakened protection and a read-only database", async () => {
  const made = await createTestDatabase();
  const env = { DATABASE_URL: made.ownerUrl, DATABASE_APP_URL: made.runtimeUrl, SESSION_SECRET: TEST_SECRET };
  const names = ["writing", "policies", "grants", "secret"];
  const states = async () => {
    const { of } = await checked(env);
    return Object.fromEntries(names.map((name) => [name, [of(name).state, of(name).found]]));
  };
  const owner = new pg.Client(made.ownerUrl);
  await owner.connect();
  try {
    for (const [state] of Object.values(await states())) expect(state).toBe("ok");
    const sealed = createSealer("another secret, as long as it has to be").seal("x");
    await owner.query("create policy open on lead using (true)");
    await owner.query("revoke insert on deal from finderlohn_app");
    await owner.query("insert into app_user (id, email, name) values (gen_random_uuid(), 'a@example.com', 'A')");
    await owner.query("insert into authenticator_app (user_id, secret) select id, $1 from app_user", [sealed]);
    await owner.query(`alter database "${made.name}" set default_transaction_read_only = on`);
    const found = await states();
    expect(found["policies"]).toEqual(["fail", "lead.open: allows all organizations"]);
    expect(found["writing"]![0]).toBe("fail");
    expect(found["writing"]![1]).toMatch(/is read-only/);
    expect(found["secret"]![0]).toBe("fail");
    await owner.query("set default_transaction_read_only = off");
    await owner.query(`alter database "${made.name}" reset default_transaction_read_only`);
    expect((await states())["grants"]).toEqual(["fail", "the runtime role lacks insert on deal"]);
  } finally {
    await owner.end();
    await dropTestDatabase(made);
  }
});

it("[CLI-01] doctor reports missing legal pages", () => {
  expect(legal({ APP_MODE: "production", LEGAL_DIR: undefined }).state).toBe("warn");
  expect(legal({ APP_MODE: "demo", LEGAL_DIR: undefined }).state).toBe("ok");
  expect(legal({ APP_MODE: "production", LEGAL_DIR: "/no/such/folder" }).state).toBe("fail");
  expect(legal({ APP_MODE: "production", LEGAL_DIR: import.meta.dirname }).found).toMatch(/imprint and no privacy$/);
});
