import pg from "pg";
import { expect, test } from "vitest";
import { SKELETON_DELAY_MS } from "~/browser/patience";
import { activeAffiliate } from "../factories/affiliates";
import { createOrg } from "../factories/organizations";
import { signIn } from "../factories/people";
import { useDatabase } from "../support/database";
import { useSite } from "../support/site";
import { openVisitor } from "../support/visitor";

const db = useDatabase();
const site = useSite(db);

test("[AFF-01] [OPS-02] a list that fails after the response has begun is logged once", async () => {
  const org = await createOrg(db.database);
  await activeAffiliate(db.database, org);
  const visitor = await openVisitor(site, { session: await signIn(db.database, org.owner) });
  const failures = () =>
    site
      .log()
      .split("\n")
      .filter((line) => line.includes("request failed"));
  const lock = await db.ownerPool.connect();
  // Only the role of a query may cancel it.
  const runtime = new pg.Client({ connectionString: db.appUrl });
  await runtime.connect();
  try {
    // Of the queries of this screen, only the list reads terms.
    await lock.query("begin; lock table affiliate_term");
    const response = visitor.get("/affiliates.data", { "Sec-Fetch-Dest": "empty" });
    const waiting = `select pid from pg_locks where relation = 'affiliate_term'::regclass and not granted`;
    await expect.poll(async () => (await db.ownerPool.query(waiting)).rowCount).toBe(1);
    // Longer than the page waits before it shows a skeleton.
    await new Promise((resolve) => setTimeout(resolve, 2 * SKELETON_DELAY_MS));
    expect(failures()).toEqual([]);
    await runtime.query(`select pg_cancel_backend(pid) from (${waiting}) list`);
    const { status, headers } = await response;
    expect(status).toBe(200);
    await expect.poll(failures).toHaveLength(1);
    expect(JSON.parse(failures()[0]!)).toMatchObject({
      level: 50,
      path: "/affiliates",
      request_id: headers["x-request-id"],
      err: { message: expect.stringContaining("canceling statement") as unknown },
    });
  } finally {
    await lock.query("rollback");
    lock.release();
    await runtime.end();
  }
});
