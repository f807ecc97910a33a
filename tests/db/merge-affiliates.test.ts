import { beforeEach, describe, expect, test } from "vitest";
import type { MergeAffiliatesInput } from "~/domain/affiliates/affiliate-merge.schema";
import { deleteAffiliate } from "~/domain/affiliates/delete-affiliate.server";
import { eraseAffiliate } from "~/domain/affiliates/erase-affiliate.server";
import { findMergeableAffiliates, formerOf, namesakeOf } from "~/domain/affiliates/find-mergeable-affiliates.server";
import { mergeAffiliates } from "~/domain/affiliates/merge-affiliates.server";
import { affiliateMergedInto } from "~/domain/affiliates/merged-affiliate.server";
import { previewAffiliateMerge } from "~/domain/affiliates/read-affiliate-merge.server";
import { payCommissions } from "~/domain/commissions/pay-commissions.server";
import { endDeal } from "~/domain/deals/end-deal.server";
import { deleteLead } from "~/domain/leads/delete-lead.server";
import { readOwnConversation } from "~/domain/leads/read-conversation.server";
import { readOwnLead } from "~/domain/leads/read-own-lead.server";
import { undoLeads } from "~/domain/leads/undo-leads.server";
import { searchOrganization } from "~/domain/search/search-organization.server";
import { webhookPayload } from "~/domain/webhooks/payload.server";
import { saveView } from "~/domain/views/save-view.server";
import { listTerms } from "~/domain/terms/list-terms.server";
import {
  activeAffiliate,
  asAffiliate,
  invitedAffiliate,
  withTerms,
  withTwins,
  type Affiliate,
} from "../factories/affiliates";
import { answered, attachment } from "../factories/conversation";
import { definedFields, withOwnValues } from "../factories/fields";
import { oneTimeDeal, recurringDeal, submittedLead } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { enter } from "../factories/payees";
import { expectExactAggregates } from "../support/aggregates";
import { useDatabase } from "../support/database";

const db = useDatabase({ each: true });
let org: Org;
let ada: Affiliate;
let twin: Affiliate;

beforeEach(async () => {
  ({ org, ada, twin } = await withTwins(db));
});

const inOrg = <T>(use: Parameters<typeof asOwner<T>>[2]) => asOwner(db.database, org, use);
const merge = (one: Affiliate, two: Affiliate, input: Partial<MergeAffiliatesInput> = {}) =>
  inOrg((scope) =>
    mergeAffiliates(scope, { affiliateId: one.affiliateId, otherId: two.affiliateId, taken: {}, ...input }),
  );
const preview = (one: Affiliate, two: Affiliate) =>
  inOrg((scope) => previewAffiliateMerge(scope, one.affiliateId, two.affiliateId));
async function rows<T = Record<string, unknown>>(sql: string, ...values: unknown[]): Promise<T[]> {
  return (await db.ownerPool.query(sql, values)).rows as T[];
}

describe("[WORK-11] merging two affiliates", () => {
  test("keeps the older one, and everything of the other moves with exact sums", async () => {
    await definedFields(db.database, org);
    await withTerms(db.database, org, ada);
    await withTerms(db.database, org, twin, { rev_share_percent: "20" });
    const leadId = await submittedLead(db.database, org, twin, { notes: "From the twin" });
    await withOwnValues(db.database, org, "lead", leadId, { lead_inside: "In", lead_shown: "Shown" });
    const file = await attachment(db.database, org);
    await answered(db.database, org, twin, leadId, { text: "Hello", file });
    const { id: oneTime } = await oneTimeDeal(db.database, org, twin);
    const { id: recurring } = await recurringDeal(db.database, org, twin, { contract_duration_months: "3" });
    const { id: ended } = await oneTimeDeal(db.database, org, twin);
    await inOrg(async (scope) => {
      await payCommissions(scope, { deals: [oneTime, ended], receiptUrl: null });
      const day = await scope.today();
      const reason = "cancelled_by_customer";
      await endDeal(scope, { dealId: ended, day, reason, note: null, version: undefined });
    });
    await inOrg((scope) =>
      saveView(scope, { list: "leads", name: "Twin", query: `affiliate=${twin.affiliateId}`, shared: true }),
    );
    const traces = await rows("select id, term_id, commission_amount, commission_trace from deal order by id");
    const { version, ...shown } = await preview(twin, ada);
    expect(shown).toMatchObject({
      kept: { id: ada.affiliateId },
      other: { id: twin.affiliateId },
      refused: null,
      terms: "kept",
      moves: { leads: 4, deals: 3, messages: 1, files: 1, terms: 1 },
      fields: [{ name: "email", kept: "ada@berg.example", other: "a.berg@berg.example", taken: "kept" }],
    });

    expect(await merge(twin, ada, { version })).toBe(ada.affiliateId);
    await expectExactAggregates(db.ownerPool);
    for (const table of ["lead", "deal", "commission_claim", "lead_message", "affiliate_term"]) {
      expect(await rows(`select distinct affiliate_id from ${table}`)).toEqual([{ affiliate_id: ada.affiliateId }]);
    }
    const own = "select affiliate_id from lead_own_value where audience = 'affiliate'";
    expect(await rows(own)).toEqual([{ affiliate_id: ada.affiliateId }]);
    expect(await rows("select count(*)::int as n from commission_claim")).toEqual([{ n: 1 }]);
    expect(await rows("select query from saved_view")).toEqual([{ query: `affiliate=${ada.affiliateId}` }]);
    // Deals keep what was agreed, and the terms in force are still those of the affiliate who stays.
    expect(await rows("select id, term_id, commission_amount, commission_trace from deal order by id")).toEqual(traces);
    const terms = await inOrg((scope) => listTerms(scope, ada.affiliateId));
    expect(terms.map((term) => [term.version, term.revShareBp, term.active])).toEqual([
      [2, 2000, false],
      [1, 1000, true],
    ]);
    expect(await rows("select deal_id from commission_payment where affiliate_id <> $1", ada.affiliateId)).toEqual([]);
    expect(recurring).toBeTruthy();
    // The one who stays reads the lead as their own, with its conversation.
    const read = await asAffiliate(db.database, org, ada, (scope) => readOwnLead(scope, leadId));
    expect(read).toMatchObject({ contact: { notes: "From the twin" } });
    const { entries } = await asAffiliate(db.database, org, ada, (scope) => readOwnConversation(scope, leadId));
    expect(entries).toMatchObject([{ text: "Hello" }]);
    expect(await rows("select data from audit_log where action = 'affiliate.merge'")).toMatchObject([
      { data: { merged_id: twin.affiliateId, user_id: ada.userId, user_id_before: twin.userId, leads: 4 } },
    ]);
  });

  test("only the person behind the address that stays has access", async () => {
    const links = () => rows("select user_id from membership where org_id = $1 and role = 'affiliate'", org.orgId);
    await merge(ada, twin);
    expect(await links()).toEqual([{ user_id: ada.userId }]);
    // Another organization of the other person is not touched.
    const elsewhere = await createOrg(db.database);
    const first = await activeAffiliate(db.database, elsewhere, { email: "a.berg@berg.example" });
    expect(first.userId).toBe(twin.userId);

    db.at("2026-03-21T12:00:00Z");
    const late = await invitedAffiliate(db.database, org, { name: "Ada B.", email: "ada.b@berg.example" });
    await submittedLead(db.database, org, ada, { email: "x@y.example" });
    await merge(ada, late, { taken: { email: "other", name: "other" } });
    expect(await links()).toEqual([{ user_id: late.userId }]);
    // The status says what the person who can sign in has done.
    expect(await rows("select name, email, status, signed_in_at from affiliate where org_id = $1", org.orgId)).toEqual([
      { name: "Ada B.", email: "ada.b@berg.example", status: "invited", signed_in_at: null },
    ]);
    expect(await rows("select distinct created_by from lead where org_id = $1", org.orgId)).toEqual([
      { created_by: late.userId },
    ]);
    expect(await rows("select 1 from membership where user_id = $1", twin.userId)).toHaveLength(1);
  });

  test("leaves the old address, by which staff and a search find the one who stays, also after another merge", async () => {
    db.at("2026-03-19T12:00:00Z");
    const oldest = await invitedAffiliate(db.database, org, { name: "A. Berg", email: "old@other.example" });
    await rows("update affiliate set created_at = '2026-03-01' where id = $1", oldest.affiliateId);
    await merge(ada, twin);
    const into = () => inOrg((scope) => affiliateMergedInto(scope, twin.affiliateId));
    expect(await into()).toMatchObject({ id: ada.affiliateId });
    db.at("2026-03-21T12:00:00Z");
    await merge(ada, oldest);
    expect(await into()).toMatchObject({ id: oldest.affiliateId });
    const found = await inOrg((scope) => searchOrganization(scope, "a.berg@berg", 5));
    expect(found.affiliates.hits).toMatchObject([{ id: oldest.affiliateId }]);
    expect(await inOrg((scope) => formerOf(scope, oldest.affiliateId))).toMatchObject([
      { name: "Ada Berg", email: "ada@berg.example" },
      { name: null, email: "a.berg@berg.example" },
    ]);
    const asTwin = asAffiliate(db.database, org, ada, (scope) => affiliateMergedInto(scope, twin.affiliateId));
    await expect(asTwin).rejects.toMatchObject({ code: "forbidden" });
    await inOrg((scope) => deleteAffiliate(scope, oldest.affiliateId));
    expect(await into()).toBeNull();
  });

  test("offers those with the same name, or an address of the same company", async () => {
    const colleague = await activeAffiliate(db.database, org, { name: "Bob", email: "bob@berg.example" });
    const [gmail, other] = [
      await activeAffiliate(db.database, org, { name: "Zoe", email: "zoe@gmail.com" }),
      await activeAffiliate(db.database, org, { name: "Yan", email: "yan@gmail.com" }),
    ];
    const find = ({ affiliateId: id, email }: Affiliate, text = "") =>
      inOrg(async (scope) => (await findMergeableAffiliates(scope, { id, email }, text)).map((one) => one.id));
    expect(await find(ada)).toEqual([twin.affiliateId, colleague.affiliateId]);
    expect(await find(gmail)).toEqual([]);
    expect(await find(gmail, "yan")).toEqual([other.affiliateId]);
    expect(await inOrg((scope) => namesakeOf(scope, ada.affiliateId))).toMatchObject({ id: twin.affiliateId });
    expect(await inOrg((scope) => namesakeOf(scope, gmail.affiliateId))).toBeNull();
  });

  test("refuses affiliates with payout details, and so does the database", async () => {
    await inOrg((scope) => enter(scope, twin.affiliateId, "DE89370400440532013000"));
    expect(await preview(ada, twin)).toMatchObject({ refused: "merge_affiliate_paid", other: { has: ["payee"] } });
    await expect(merge(ada, twin)).rejects.toMatchObject({ code: "merge_affiliate_paid" });
    const row = { content: {}, search: "", mergedAt: new Date() };
    for (const [id, affiliateId] of [
      [twin.affiliateId, ada.affiliateId],
      [ada.affiliateId, twin.affiliateId],
    ] as const) {
      const tombstone = inOrg((scope) => scope.db.mergedAffiliate.create({ data: { id, affiliateId, ...row } }));
      await expect(tombstone).rejects.toThrow(/not merged/);
    }
    // Without the merge a message still keeps its reader.
    const leadId = await submittedLead(db.database, org, twin);
    await answered(db.database, org, twin, leadId, { text: "Hello" });
    const moved = inOrg((scope) =>
      scope.db.leadMessage.updateMany({ where: { leadId }, data: { affiliateId: ada.affiliateId } }),
    );
    await expect(moved).rejects.toThrow(/keeps its reader/);
  });

  test("is refused with itself, an unknown or erased one, after another change, and for affiliates", async () => {
    await expect(merge(ada, ada)).rejects.toMatchObject({ code: "merge_same_affiliate" });
    const { version } = await preview(ada, twin);
    await submittedLead(db.database, org, twin);
    await expect(merge(ada, twin, { version })).rejects.toMatchObject({ code: "changed_meanwhile" });
    const own = asAffiliate(db.database, org, ada, (scope) =>
      mergeAffiliates(scope, { affiliateId: ada.affiliateId, otherId: twin.affiliateId, taken: {} }),
    );
    await expect(own).rejects.toMatchObject({ code: "forbidden" });
    const foreign = await createOrg(db.database);
    const theirs = asOwner(db.database, foreign, (scope) =>
      mergeAffiliates(scope, { affiliateId: ada.affiliateId, otherId: twin.affiliateId, taken: {} }),
    );
    await expect(theirs).rejects.toMatchObject({ code: "not_found" });
    await inOrg((scope) => eraseAffiliate(scope, twin.affiliateId, { name: "Ada Berg", nobody: "Nobody" }));
    await expect(merge(ada, twin)).rejects.toMatchObject({ code: "affiliate_erased" });
  });

  test("a deletion of a moved lead can still be undone, and of two merges at once one is done", async () => {
    const leadId = await submittedLead(db.database, org, twin, { notes: "From the twin" });
    const { batchId } = await inOrg((scope) => deleteLead(scope, { leadId, reason: null }));
    const both = await Promise.allSettled([merge(ada, twin), merge(twin, ada)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await inOrg((scope) => undoLeads(scope, batchId));
    expect(await rows("select id, affiliate_id from lead")).toEqual([{ id: leadId, affiliate_id: ada.affiliateId }]);
    await expectExactAggregates(db.ownerPool);
    // Nobody hears of it, and the one who stays reads it as their own.
    expect(await rows("select type from notification where type = 'lead_deleted'")).toEqual([]);
    const read = await asAffiliate(db.database, org, ada, (scope) => readOwnLead(scope, leadId));
    expect(read?.contact.notes).toBe("From the twin");
  });

  test("[HOOK-01] programs learn which affiliate has gone, and who stays", async () => {
    await merge(ada, twin);
    const timestamp = "2026-03-20T12:00:00.000Z";
    const ids = { affiliate_id: ada.affiliateId, merged_id: twin.affiliateId };
    const body = await inOrg((scope) => webhookPayload(scope, { event: "affiliate.merged", timestamp, ...ids }));
    expect(JSON.parse(body!)).toEqual({
      event: "affiliate.merged",
      timestamp,
      merged_affiliate_id: twin.affiliateId,
      affiliate: { id: ada.affiliateId, name: "Ada Berg" },
    });
    expect((await db.jobs()).map((job) => job.task)).toContain("webhook.emit");
  });

  test("[OPS-05] erasing the one who stays also erases the other, with their account", async () => {
    const leadId = await submittedLead(db.database, org, twin, { notes: "Ask a.berg@berg.example" });
    await merge(ada, twin);
    await inOrg((scope) => eraseAffiliate(scope, ada.affiliateId, { name: "Ada Berg", nobody: "Nobody" }));
    expect(await rows("select content, search, former_user from merged_affiliate")).toEqual([
      { content: {}, search: "", former_user: null },
    ]);
    db.at("2026-03-21T12:00:00Z");
    await db.runJobs();
    expect(await rows("select 1 from app_user where id = any($1)", [ada.userId, twin.userId])).toEqual([]);
    const [lead] = await rows<{ notes: string }>("select notes from lead where id = $1", leadId);
    expect(lead!.notes).not.toContain("berg.example");
  });
});
