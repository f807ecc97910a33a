import { beforeAll, expect, it } from "vitest";
import { activeAffiliate } from "../factories/affiliates";
import { createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";
import { run } from "./program";

const db = useDatabase();
let org: Org;
const finderlohn = (...args: string[]) => run(args, { DATABASE_URL: db.ownerUrl, DATABASE_APP_URL: db.appUrl });

beforeAll(async () => {
  org = await createOrg(db.database, { name: "Nordlicht" });
});

it("[CLI-01] [WORK-13] [OPS-05] deletes an account in all organizations, but not the last owner's", async () => {
  const other = await createOrg(db.database, { name: "Rivage" });
  const gone = await activeAffiliate(db.database, other);
  const role = "insert into membership (org_id, user_id, role) values ($1, $2, 'member')";
  await db.ownerPool.query(role, [org.orgId, gone.userId]);
  const end = ["users", "delete", "--email", gone.email.toUpperCase()];
  const looked = await finderlohn(...end, "--dry-run", "--json");
  expect(JSON.parse(looked.stdout)).toEqual({ id: gone.userId, roles: 2 });
  expect(await finderlohn(...end)).toMatchObject({ code: 2, stdout: "" });
  expect(await finderlohn(...end, "--yes")).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Deleted\./),
  });
  const left = await db.ownerPool.query("select 1 from app_user where id = $1", [gone.userId]);
  expect(left.rowCount).toBe(0);
  const log = await db.ownerPool.query(
    "select action, actor from audit_log where entity_id in ($1, $2) and action ~ 'leave|remove|erase' order by action",
    [gone.userId, gone.affiliateId],
  );
  expect(log.rows).toEqual(
    ["affiliate.leave", "member.erase", "member.remove"].map((action) => ({ action, actor: "operator" })),
  );
  const refused = (email: string) => finderlohn("users", "delete", "--email", email, "--yes");
  expect(await refused(org.owner.email)).toMatchObject({ code: 1, stderr: expect.stringMatching(/owner/) });
  expect(await refused("x@nobody.example")).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/nobody/),
  });
}, 180_000);
