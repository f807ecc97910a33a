import { setTimeout } from "node:timers/promises";
import { expect, it } from "vitest";
import { invitedAffiliate } from "../factories/affiliates";
import { createOrg } from "../factories/organizations";
import { useDatabase } from "../support/database";
import { startWorkerProcess } from "./worker-process";

const db = useDatabase();

it("[HOOK-03] J2 a worker whose database sessions are all ended goes on by itself, and no job is lost", async () => {
  const org = await createOrg(db.database);
  const worker = await startWorkerProcess(db, "");
  try {
    for (let round = 0; round < 5; round++) {
      await invitedAffiliate(db.database, org);
      await db.ownerPool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`,
      );
      await setTimeout(300);
    }
    await invitedAffiliate(db.database, org);
    const deadline = Date.now() + 30_000;
    while ((await db.jobs("mail.link")).length > 0 && Date.now() < deadline) await setTimeout(200);
    expect(await db.jobs("mail.link")).toEqual([]);
  } finally {
    await worker.end("SIGTERM");
  }
});
