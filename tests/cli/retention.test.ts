import { beforeAll, expect, it } from "vitest";
import { createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";
import { run } from "./program";

const db = useDatabase();
const DAY = 86_400_000;
let org: Org;

const finderlohn = (...args: string[]) => run(args, { DATABASE_URL: db.ownerUrl, DATABASE_APP_URL: db.appUrl });

beforeAll(async () => {
  org = await createOrg(db.database, { name: "Nordlicht" });
  await createOrg(db.database, { name: "Subscribed" });
}, 120_000);

/** Sets the retention period to end after this many days. */
const keptFor = (days: number) =>
  db.ownerPool.query(
    "update organization set subscription_status = null, kept_until = null, trial_ends_at = $1 where org_id = $2",
    [new Date(Date.now() + (days - 30) * DAY), org.orgId],
  );

it("[CLI-01] [BIL-06] shows and extends a paused organization with a log entry, and generates nothing", async () => {
  await keptFor(5);
  const generate = await finderlohn("commissions", "generate", "--org", org.orgId);
  expect(generate.code).toBe(1);
  expect(generate.stderr).toMatch(/^finderlohn: Nothing was changed: .*\(organization_paused\)/);
  expect(JSON.parse((await finderlohn("commissions", "generate", "--json")).stdout)).toMatchObject([
    { org_id: org.orgId, created: 0, skipped: "organization_paused" },
    { skipped: null },
  ]);

  const shown = JSON.parse((await finderlohn("subscription", "show", "--json")).stdout) as object[];
  expect(shown).toMatchObject([
    { org_id: org.orgId, name: "Nordlicht", state: "paused", stripe_status: null },
    { name: "Subscribed", state: "subscribed", stripe_status: "active", paused_at: null },
  ]);
  const extend = (...more: string[]) => finderlohn("subscription", "extend", "--org", org.orgId, ...more);
  for (const [options, reason] of [
    [[], /give either --until or --days/],
    [["--until", "31.01.2027"], /--until must be a day/],
    [["--days", "0"], /--days must be a number/],
    [["--until", "2020-01-31"], /kept until then anyway.*\(kept_longer\)/],
  ] as [string[], RegExp][]) {
    const { code, stderr } = await extend(...options);
    expect(code, options.join(" ")).toBe(2);
    expect(stderr).toMatch(reason);
  }
  const before = (shown[0] as { kept_until: string }).kept_until;
  const [after] = JSON.parse((await extend("--days", "20", "--json")).stdout) as { kept_until: string }[];
  expect(Date.parse(after!.kept_until) - Date.parse(before)).toBe(20 * DAY);
  const { rows } = await db.ownerPool.query("select actor, action from audit_log where action like 'retention%'");
  expect(rows).toEqual([{ actor: "operator", action: "retention.extend" }]);
}, 60_000);

it("[CLI-01] [CLI-02] [BIL-06] lists due retention steps, and runs them on request", async () => {
  await keptFor(5);
  const listed = async (...options: string[]) => {
    const { code, stdout, stderr } = await finderlohn("retention", "--json", ...options);
    expect([code, stderr]).toEqual([0, ""]);
    return JSON.parse(stdout) as unknown;
  };
  const warning = { org_id: org.orgId, name: "Nordlicht", due: "warn 7 days before" };
  expect(await listed()).toMatchObject([{ ...warning, done: null }]);
  expect(await db.jobs("mail.deletion_warning")).toEqual([]);
  expect(await listed("--run")).toMatchObject([{ ...warning, done: "1 warned" }]);
  expect(await db.jobs("mail.deletion_warning")).toHaveLength(1);
  expect(await listed()).toEqual([]);

  await keptFor(-2);
  await listed("--run");
  await db.ownerPool.query("update deletion_warning set created_at = created_at - interval '2 days'");
  const refused = await finderlohn("retention", "--run");
  expect([refused.code, refused.stdout]).toEqual([2, ""]);
  expect(refused.stderr).toMatch(/permanently deleted\. Add --yes to confirm/);
  expect(await listed("--run", "--yes")).toMatchObject([{ due: "delete", done: "deleted" }]);
  const { rows } = await db.ownerPool.query("select id from deleted_organization where deleted_at is not null");
  expect(rows).toEqual([{ id: org.orgId }]);
}, 60_000);
