import { beforeAll, expect, test } from "vitest";
import { ensureBuilt } from "../../cli/build.mjs";
import { activeAffiliate } from "../factories/affiliates";
import { createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";
import { run } from "./program";

const db = useDatabase();
let org: Org;

beforeAll(async () => {
  await ensureBuilt({ web: false });
  org = await createOrg(db.database);
});

const terms = (...args: string[]) =>
  run(["terms", ...args, "--org", org.orgId, "--json"], { DATABASE_URL: db.ownerUrl, DATABASE_APP_URL: db.appUrl });
const stored = async (table: "affiliate_term" | "standard_term") =>
  (
    await db.ownerPool.query(`select rev_share_bp, tiers from ${table} where org_id = $1 and status = 'active'`, [
      org.orgId,
    ])
  ).rows;

test("[WORK-05] [CLI-02] gives several affiliates terms, and says before what would change", async () => {
  const [ada, ben] = [await activeAffiliate(db.database, org), await activeAffiliate(db.database, org)];
  const both = ["--affiliate", ada.affiliateId, ben.affiliateId];
  const counts = (changed: number, unchanged = 0, skipped = 0) => [{ changed, unchanged, skipped }];
  const dry = await terms("set", ...both, "--percent", "12.5", "--dry-run");
  expect([dry.code, JSON.parse(dry.stdout)]).toEqual([0, counts(2)]);
  expect(await stored("affiliate_term")).toEqual([]);
  const done = await terms("set", "--affiliate", ada.affiliateId, "--percent", "12.5");
  expect([done.code, JSON.parse(done.stdout)]).toEqual([0, counts(1)]);
  const other = await createOrg(db.database);
  const foreign = (await activeAffiliate(db.database, other)).affiliateId;
  const again = await terms("set", ...both, foreign, "--percent", "12.5");
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining("1 of 3 affiliates keep their terms") });
  expect(JSON.parse(again.stdout)).toEqual(counts(1, 1, 1));
  expect(await stored("affiliate_term")).toMatchObject([{ rev_share_bp: 1250 }, { rev_share_bp: 1250 }]);
  for (const [options, stderr] of [
    [[], "Revenue share is required"],
    [["--percent", "101"], "100"],
    [["--tier", "5%"], "is not like 10000:7.5"],
    [["--percent", "5", "--start", "2020-01-01"], "start date"],
  ] as const)
    expect(await terms("set", ...both, ...options)).toMatchObject({ code: 2, stderr: expect.stringContaining(stderr) });
});

test("[WORK-05] [CLI-02] sets and removes the standard terms", async () => {
  expect((await terms("standard", "--tier", "0:5", "--tier", "10000:7.5", "--dry-run")).code).toBe(0);
  expect(await stored("standard_term")).toEqual([]);
  expect((await terms("standard", "--tier", "0:5", "--tier", "10000:7.5")).code).toBe(0);
  expect(await stored("standard_term")).toMatchObject([{ tiers: [{ rate_bp: 500 }, { rate_bp: 750 }] }]);
  expect((await terms("standard")).code).toBe(2);
  expect((await terms("standard", "--remove")).code).toBe(0);
  expect(await stored("standard_term")).toEqual([]);
});
