import { beforeAll, expect, test } from "vitest";
import { ensureBuilt } from "../../cli/build.mjs";
import { activeAffiliate } from "../factories/affiliates";
import { submittedLead } from "../factories/deals";
import { createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";
import { run } from "./program";

const db = useDatabase();
let nordlicht: Org;
let rivage: Org;

beforeAll(async () => {
  await ensureBuilt({ web: false });
  [nordlicht, rivage] = [await createOrg(db.database), await createOrg(db.database)];
});

const finderlohn = (...args: string[]) => run(args, { DATABASE_URL: db.ownerUrl, DATABASE_APP_URL: db.appUrl });

test("[CLI-02] [LEAD-03] [LEAD-14] changes the status of leads and records each change in their history", async () => {
  const ada = await activeAffiliate(db.database, rivage);
  const lead = await submittedLead(db.database, rivage, ada);
  const foreign = await submittedLead(db.database, nordlicht, await activeAffiliate(db.database, nordlicht));
  const move = (status: string, ...options: string[]) =>
    finderlohn("leads", "move", status, "--org", rivage.orgId, "--json", ...options);
  const moved = (status: string) => ({ status, moved: 1, unchanged: 0, refused: 0 });
  const planned = await move("contacted", "--lead", lead, "--dry-run");
  expect([planned.code, JSON.parse(planned.stdout)]).toEqual([0, [moved("contacted")]]);
  const done = await move("contacted", "--lead", lead);
  expect([done.code, JSON.parse(done.stdout)]).toEqual([0, [moved("contacted")]]);
  expect((await move("lost", "--lead", lead, "--reason", "No budget")).code).toBe(0);
  const late = await move("contacted", "--lead", lead, foreign);
  expect(late).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("2 of 2 leads were not moved"),
  });
  const { rows } = await db.ownerPool.query(
    `select lead_id, from_status, to_status, reason, actor from lead_status_change
     where lead_id in ($1, $2) order by from_status desc`,
    [lead, foreign],
  );
  const by = { lead_id: lead, actor: "operator" };
  expect(rows).toEqual([
    { ...by, from_status: "new", to_status: "contacted", reason: null },
    { ...by, from_status: "contacted", to_status: "lost", reason: "No budget" },
  ]);
  for (const [status, options, stderr] of [
    ["converted", ["--lead", lead], "contacted, qualified, lost"],
    ["contacted", ["--lead", lead, "--reason", "x"], "--reason is only for lost leads"],
    ["contacted", ["--lead", "1"], "--lead needs valid ids, at most 500"],
  ] as const)
    expect(await move(status, ...options)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(stderr),
    });
});

test("[WORK-11] [CLI-02] deletes a lead without deals, after a confirmation", async () => {
  const ada = await activeAffiliate(db.database, rivage);
  const lead = await submittedLead(db.database, rivage, ada);
  const remove = (...options: string[]) =>
    finderlohn("leads", "delete", lead, "--org", rivage.orgId, "--json", ...options);
  const row = { lead, deals: 0, notes: 0, messages: 0, files: 0 };
  expect(JSON.parse((await remove("--dry-run")).stdout)).toMatchObject([row]);
  expect(await remove()).toMatchObject({ code: 2, stderr: expect.stringContaining("Add --yes to confirm") });
  expect(JSON.parse((await remove("--yes", "--reason", "Entered twice")).stdout)).toMatchObject([row]);
  const { rows } = await db.ownerPool.query("select reason from deleted_lead where id = $1", [lead]);
  expect(rows).toEqual([{ reason: "Entered twice" }]);
  expect(await remove("--yes")).toMatchObject({ code: 2, stderr: expect.stringContaining("has no lead with the id") });
});

test("[WORK-11] [CLI-02] merges two leads, and two affiliates, after showing what would move", async () => {
  const ada = await activeAffiliate(db.database, rivage);
  const bob = await activeAffiliate(db.database, rivage);
  const first = await submittedLead(db.database, rivage, ada, { phone: "1" });
  const second = await submittedLead(db.database, rivage, ada, { phone: "2" });
  // Both may have been added in the same millisecond.
  const moment = "update lead set created_at = now() + interval '1 hour' where id = $1";
  await db.ownerPool.query(moment, [second]);
  await db.ownerPool.query("update affiliate set created_at = now() + interval '1 hour' where id = $1", [
    bob.affiliateId,
  ]);
  const merge = (noun: string, one: string, two: string, ...options: string[]) =>
    finderlohn(noun, "merge", one, two, "--org", rivage.orgId, "--json", ...options);
  const planned = await merge("leads", second, first, "--dry-run");
  const expected = { lead: first, merged: second, deals: 0, differing: expect.stringContaining("phone") };
  expect([planned.code, JSON.parse(planned.stdout)]).toEqual([0, [expect.objectContaining(expected)]]);
  expect(await merge("leads", first, second, "--take", "color=other")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("these differ"),
  });
  expect((await merge("leads", first, second, "--take", "phone=other", "--yes")).code).toBe(0);
  const { rows } = await db.ownerPool.query(
    `select l.id, l.phone, n.author from lead l join lead_note n on n.org_id = l.org_id and n.lead_id = l.id
     where l.affiliate_id = $1`,
    [ada.affiliateId],
  );
  expect(rows).toEqual([{ id: first, phone: "2", author: null }]);

  const shown = await merge("affiliates", bob.affiliateId, ada.affiliateId, "--dry-run");
  const about = { affiliate: ada.affiliateId, merged: bob.affiliateId, leads: 0, differing: "name email" };
  expect([shown.code, JSON.parse(shown.stdout)]).toEqual([0, [expect.objectContaining(about)]]);
  expect((await merge("affiliates", bob.affiliateId, ada.affiliateId, "--take", "name=other", "--yes")).code).toBe(0);
  const left = await db.ownerPool.query("select id, name, email from affiliate where org_id = $1", [rivage.orgId]);
  expect(left.rows).toContainEqual({ id: ada.affiliateId, name: bob.name, email: ada.email });
  expect(left.rows.map(({ id }: { id: string }) => id)).not.toContain(bob.affiliateId);
});
