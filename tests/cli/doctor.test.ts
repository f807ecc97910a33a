import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { beforeAll, expect, it } from "vitest";
import { ensureBuilt } from "../../cli/build.mjs";
import { useDatabase } from "../support/database";
import { createTestDatabase, dropTestDatabase } from "../support/server";
import { run } from "./program";

const db = useDatabase();

beforeAll(() => ensureBuilt({ web: false }), 120_000);

type Row = { check: string; state: string; found: string; advice: string | null };

async function doctor(env: Record<string, string>) {
  const { code, stdout, stderr } = await run(["doctor", "--json"], env);
  const rows = JSON.parse(stdout) as Row[];
  return { code, stderr, of: (check: string) => rows.find((row) => row.check === check)!, rows };
}

it("[CLI-01] [CLI-02] doctor says what is wrong and what to do, and ends with 1 only then", async () => {
  const mails: string[] = [];
  const smtp = new SMTPServer({
    ...{ authOptional: true, disabledCommands: ["STARTTLS"] },
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
    await db.ownerPool.query(
      "insert into worker_process (worker_id, seen_at) values ('w', now() + interval '1 hour')",
    );
    const fine = await doctor(env);
    expect(fine.rows.filter(({ state }) => state !== "ok")).toEqual([]);
    expect(fine.rows.map(({ check }) => check)).toEqual([
      ...["settings", "disk", "mail", "Stripe", "database", "migrations", "runtime role", "row security"],
      ...["workers", "queue", "clock"],
    ]);
    expect({ code: fine.code, stderr: fine.stderr }).toEqual({ code: 0, stderr: "" });
    expect(mails).toEqual([]);
  } finally {
    await new Promise<void>((resolve) => smtp.close(resolve));
  }

  // Nobody listens there any more; a job has waited for an hour, no worker is alive, and a table is open.
  await db.ownerPool.query("delete from worker_process");
  await db.ownerPool.query("alter table lead disable row level security");
  await db.ownerPool.query(
    "select graphile_worker.add_job('mail.notification', '{}', run_at => now() - interval '1 hour')",
  );
  const wrong = await doctor({ ...env, DATABASE_APP_URL: db.ownerUrl });
  expect(wrong.code).toBe(1);
  expect(wrong.stderr).toBe("finderlohn: 5 of 11 checks failed\n");
  expect(wrong.of("mail")).toMatchObject({
    state: "fail",
    found: expect.stringMatching(/ECONNREFUSED/) as string,
  });
  expect(wrong.of("runtime role").found).toMatch(/tenants would not be isolated/);
  expect(wrong.of("row security").found).toBe("off for lead");
  expect(wrong.of("workers")).toMatchObject({
    state: "fail",
    advice: 'start "finderlohn worker" (or "start")',
  });
  expect(wrong.of("queue").found).toMatch(
    /^1 due, 0 failed for good; the oldest \(mail\.notification\) has waited/,
  );

  const empty = await createTestDatabase("empty");
  const unmigrated = await doctor({ DATABASE_URL: empty.ownerUrl, DATABASE_APP_URL: empty.runtimeUrl });
  expect(unmigrated.of("migrations")).toMatchObject({
    ...{ state: "fail", found: expect.stringMatching(/finderlohn db migrate/) as string },
  });
  await dropTestDatabase(empty);
  const nobody = "postgresql://x:y@localhost:1/x";
  const away = await doctor({ DATABASE_URL: nobody, DATABASE_APP_URL: nobody });
  expect(away.of("database")).toMatchObject({
    state: "fail",
    found: expect.stringMatching(/does not answer/) as string,
  });
  expect(away.code).toBe(1);
}, 180_000);
