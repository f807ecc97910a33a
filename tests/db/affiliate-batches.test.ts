import { beforeEach, describe, expect, test } from "vitest";
import { editAffiliate } from "~/domain/affiliates/edit-affiliate.server";
import { eraseAffiliate } from "~/domain/affiliates/erase-affiliate.server";
import { readChosenAffiliates } from "~/domain/affiliates/choose-affiliates.server";
import { chooseMatching } from "~/domain/reports/choose-matching.server";
import { inviteAll, readUninvited } from "~/domain/affiliates/invite-all.server";
import { setStatuses } from "~/domain/affiliates/set-statuses.server";
import { undoStatuses } from "~/domain/affiliates/undo-statuses.server";
import type { BatchStatus } from "~/domain/affiliates/affiliate-batch";
import type { Scope } from "~/domain/shared/scope";
import { activeAffiliate, asAffiliate, invitedAffiliate, type Affiliate } from "../factories/affiliates";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";

const db = useDatabase({ each: true });
let org: Org;
let ada: Affiliate;
let bob: Affiliate;
let nora: Affiliate;
let ids: string[];

/** Ada and Bob have signed in, Nora has not. */
beforeEach(async () => {
  db.at("2026-03-20T10:00:00Z");
  org = await createOrg(db.database);
  ada = await activeAffiliate(db.database, org, { name: "Ada" });
  bob = await activeAffiliate(db.database, org, { name: "Bob" });
  nora = await invitedAffiliate(db.database, org, { name: "Nora" });
  ids = [ada, bob, nora].map(({ affiliateId }) => affiliateId);
  db.at("2026-03-20T12:00:00Z");
});

const within = <T>(use: (scope: Scope) => Promise<T>, by = org) => asOwner(db.database, by, use);
const set = (to: BatchStatus, of = ids, by = org) => within((scope) => setStatuses(scope, { ids: of, to }), by);
const undo = (batchId: string, by = org) => within((scope) => undoStatuses(scope, batchId), by);
async function statuses() {
  const { rows } = await db.ownerPool.query<{ status: string }>("select status from affiliate order by name");
  return rows.map(({ status }) => status);
}

describe("[WORK-04] the status of several affiliates", () => {
  test("is set for each, told with reasons, logged, and undone", async () => {
    expect(await set("inactive", ids, await createOrg(db.database))).toMatchObject({ done: 0, batchId: null });
    const { batchId, ...result } = await set("inactive", [...ids, ids[0]!]);
    expect(result).toEqual({ done: 3, unchanged: 0, skipped: [] });
    expect(await statuses()).toEqual(["inactive", "inactive", "inactive"]);
    const log = await db.ownerPool.query(
      `select action, data->>'count' as count, data->>'status_before' as before from audit_log
       where id = $1 or batch_id = $1 order by id`,
      [batchId],
    );
    expect(log.rows[0]).toEqual({ action: "affiliates.deactivate", count: "3", before: null });
    expect(log.rows.slice(1).map(({ before }) => before)).toEqual(expect.arrayContaining(["active", "invited"]));
    await expect(undo(batchId!, await createOrg(db.database))).rejects.toMatchObject({ code: "not_found" });
    expect(await undo(batchId!)).toEqual({ undone: 3, kept: [] });
    expect(await statuses()).toEqual(["active", "active", "invited"]);
    expect(await undo(batchId!)).toEqual({ undone: 0, kept: [] });
  });

  test("becomes invited instead of active for an affiliate who has never signed in; erased ones stay", async () => {
    await set("inactive");
    await within((scope) => eraseAffiliate(scope, bob.affiliateId, { name: "Bob", nobody: "Bx" }));
    expect(await set("active")).toMatchObject({ done: 2, skipped: [{ name: "Bx", code: "erased" }] });
    expect(await statuses()).toEqual(["active", "inactive", "invited"]);
    expect(await set("active")).toMatchObject({
      done: 0,
      unchanged: 1,
      skipped: expect.arrayContaining([
        { name: "Bx", code: "erased" },
        { name: "Nora", code: "not_signed_in" },
      ]),
      batchId: null,
    });
  });

  test("is kept by an undo if it was changed since, and the undo ends after its time", async () => {
    const { batchId } = await set("inactive");
    await within((scope) => editAffiliate(scope, bob.affiliateId, { name: "Bob", email: bob.email, status: "active" }));
    expect(await undo(batchId!)).toEqual({ undone: 2, kept: [{ name: "Bob", code: "changed_meanwhile" }] });
    db.at("2026-03-20T12:01:00Z");
    const again = await set("inactive");
    db.at("2026-03-20T12:06:01Z");
    await expect(undo(again.batchId!)).rejects.toMatchObject({ code: "batch_undo_too_late" });
  });

  test("is changed for at most 500, by staff only", async () => {
    const many = Array.from({ length: 501 }, (_, n) => `0199a0c4-7d5e-7000-8000-${String(n).padStart(12, "0")}`);
    await expect(set("inactive", many)).rejects.toMatchObject({ code: "too_many_affiliates" });
    const own = <T>(use: (scope: Scope) => Promise<T>) => asAffiliate(db.database, org, ada, use);
    await expect(own((scope) => setStatuses(scope, { ids, to: "inactive" }))).rejects.toMatchObject({
      code: "forbidden",
    });
    await expect(own((scope) => undoStatuses(scope, ids[0]!))).rejects.toMatchObject({ code: "forbidden" });
    await expect(own((scope) => chooseMatching(scope, {}))).rejects.toMatchObject({ code: "forbidden" });
    await expect(own((scope) => readChosenAffiliates(scope, ids))).rejects.toMatchObject({ code: "forbidden" });
  });
});

test("[WORK-04] all affiliates that match the filter are selected, of all pages and of no other organization", async () => {
  const other = await createOrg(db.database);
  await expect(within((scope) => chooseMatching(scope, {}), other)).rejects.toMatchObject({
    code: "affiliates_required",
  });
  for (let n = 0; n < 51; n++) await invitedAffiliate(db.database, org, { name: `Many ${n}` });
  expect(await within((scope) => chooseMatching(scope, { search: "many" }))).toHaveLength(51);
  expect(await within((scope) => chooseMatching(scope, { status: "active" }))).toEqual(ids.slice(0, 2));
  const chosen = await within((scope) => readChosenAffiliates(scope, [...ids, "x"]));
  expect(chosen.map(({ name }) => name)).toEqual(["Ada", "Bob", "Nora"]);
});

test("[WORK-04] inviting the selected affiliates skips those who need none, and says why", async () => {
  const pia = await invitedAffiliate(db.database, org, { name: "Pia" });
  const found = await within((scope) => readUninvited(scope, [...ids, pia.affiliateId]));
  expect(found.affiliates.map(({ name }) => name)).toEqual(["Nora"]);
  expect(found.skipped.toSorted((a, b) => a.name!.localeCompare(b.name!))).toEqual([
    { name: "Ada", code: "signed_in" },
    { name: "Bob", code: "signed_in" },
    { name: "Pia", code: "link_valid" },
  ]);
  expect(await inviteAll(within, [nora.affiliateId])).toEqual({ sent: 1, skipped: [], stopped: null });
});
