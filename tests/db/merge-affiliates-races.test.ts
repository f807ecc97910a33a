import { beforeEach, describe, expect, test } from "vitest";
import { mergeAffiliates } from "~/domain/affiliates/merge-affiliates.server";
import { setStatuses } from "~/domain/affiliates/set-statuses.server";
import { undoStatuses } from "~/domain/affiliates/undo-statuses.server";
import { deleteLead } from "~/domain/leads/delete-lead.server";
import { moveLeads } from "~/domain/leads/move-leads.server";
import { reassignLeads } from "~/domain/leads/reassign-leads.server";
import { undoLeads } from "~/domain/leads/undo-leads.server";
import { isCollision } from "~/domain/shared/refused-write";
import { activeAffiliate, withTwins, type Affiliate } from "../factories/affiliates";
import { answered } from "../factories/conversation";
import { addedLead, submittedLead } from "../factories/deals";
import { asOwner, type Org } from "../factories/organizations";
import { untilBlocked, useDatabase } from "../support/database";

const db = useDatabase({ each: true });
let org: Org;
let ada: Affiliate;
let twin: Affiliate;

beforeEach(async () => {
  ({ org, ada, twin } = await withTwins(db));
});

const inOrg = <T>(use: Parameters<typeof asOwner<T>>[2]) => asOwner(db.database, org, use);
const merge = (one: Affiliate, two: Affiliate) =>
  inOrg((scope) => mergeAffiliates(scope, { affiliateId: one.affiliateId, otherId: two.affiliateId, taken: {} }));
const rows = async (sql: string) => (await db.ownerPool.query(sql)).rows as unknown[];

describe("[WORK-11] merging two affiliates while something else happens", () => {
  test("undoing an action from before takes back what was told, and keeps what it did not know", async () => {
    const bob = await activeAffiliate(db.database, org, { name: "Bob" });
    const [lost, given] = [await submittedLead(db.database, org, twin), await submittedLead(db.database, org, twin)];
    await answered(db.database, org, twin, given, { text: "Hello" });
    const batch = await inOrg((scope) => moveLeads(scope, { leadIds: [lost], to: "lost" }));
    await inOrg((scope) => reassignLeads(scope, { leadIds: [given], affiliateId: bob.affiliateId }));
    const deleted = await inOrg((scope) => deleteLead(scope, { leadId: given, reason: null }));
    const ids = [ada.affiliateId, twin.affiliateId];
    const statuses = await inOrg((scope) => setStatuses(scope, { ids, to: "inactive" }));
    await merge(ada, twin);

    await inOrg((scope) => undoLeads(scope, batch.batchId!));
    expect(await rows("select type from notification where type = 'lead_lost'")).toEqual([]);
    // A message about the lead of another affiliate still has its reader.
    await inOrg((scope) => undoLeads(scope, deleted.batchId));
    expect(await rows("select affiliate_id from lead_message")).toEqual([{ affiliate_id: ada.affiliateId }]);
    const undone = await inOrg((scope) => undoStatuses(scope, statuses.batchId!));
    expect(undone).toEqual({ undone: 0, kept: [{ name: "Ada Berg", code: "changed_meanwhile" }] });
  });

  test("a lead that comes at the same moment is refused, and a deadlock can be repeated", async () => {
    let end!: () => void;
    let locked!: () => void;
    const [ended, begun] = [new Promise<void>((done) => (end = done)), new Promise<void>((done) => (locked = done))];
    const merging = inOrg(async (scope) => {
      await mergeAffiliates(scope, { affiliateId: ada.affiliateId, otherId: twin.affiliateId, taken: {} });
      locked();
      await ended;
    });
    await begun;
    const leads = [
      submittedLead(db.database, org, twin),
      addedLead(db.database, org, { affiliate_id: twin.affiliateId }),
    ];
    const results = Promise.allSettled(leads);
    await untilBlocked(db.ownerPool, 2);
    end();
    await merging;
    const codes = (await results).map((one) => one.status === "rejected" && (one.reason as { code: string }).code);
    expect(codes).toEqual(["not_found", "not_found"]);

    // As Postgres reports it for a statement in SQL, of which merging consists.
    const raised = inOrg((scope) =>
      scope.db.$executeRawUnsafe("do $$ begin raise exception 'deadlock detected' using errcode = '40P01'; end $$"),
    );
    expect(isCollision(await raised.catch((error: unknown) => error))).toBe(true);
  });
});
