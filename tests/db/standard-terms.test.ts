import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { addAffiliate, importAffiliate } from "~/domain/affiliates/add-affiliate.server";
import { eraseAffiliate } from "~/domain/affiliates/erase-affiliate.server";
import { day } from "~/domain/shared/dates";
import type { Scope } from "~/domain/shared/scope";
import { listTerms } from "~/domain/terms/list-terms.server";
import { readStandardTerms, saveStandardTerms, standardVersion } from "~/domain/terms/standard-terms.server";
import type { StandardRules } from "~/domain/terms/term";
import { previewTerms, setTermsOfSeveral } from "~/domain/terms/terms-of-several.server";
import { undoTerms } from "~/domain/terms/undo-terms.server";
import { activeAffiliate, asAffiliate, invitedAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { oneTimeDeal } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";

const db = useDatabase({ each: true });
let org: Org;

beforeEach(async () => {
  db.at("2026-03-20T12:00:00Z");
  org = await createOrg(db.database);
});

const within = <T>(use: (scope: Scope) => Promise<T>, by = org) => asOwner(db.database, by, use);
const rules = (revShareBp: number, more: Partial<StandardRules> = {}): StandardRules => ({
  cadence: "monthly",
  revShareBp,
  fixedAmount: null,
  tiers: null,
  currency: "EUR",
  dueWhen: "customer_paid",
  holdingDays: 14,
  ...more,
});
const save = (input: StandardRules | null, version?: string) =>
  within((scope) => saveStandardTerms(scope, { rules: input, version }));
const termsOf = (affiliateId: string) => within((scope) => listTerms(scope, affiliateId));
const rows = async <T>(sql: string) => (await db.ownerPool.query(sql)).rows as T[];

describe("[WORK-05] standard terms", () => {
  test("apply from today to affiliates who are added by hand or imported, unless chosen otherwise", async () => {
    const early = await invitedAffiliate(db.database, org);
    await save(rules(1_000));
    const tiers = [
      { from: 0, rateBp: 500 },
      { from: 1_000_000, rateBp: 800 },
    ];
    await save(rules(0, { revShareBp: null, tiers }));
    await save(rules(1_250));
    const byHand = await invitedAffiliate(db.database, org);
    const person = (name: string) => ({ name, email: `${name}@partner.example` });
    const imported = await within((scope) =>
      importAffiliate(scope, person("imported"), { id: randomUUID(), language: null }),
    );
    const without = await within((scope) => addAffiliate(scope, person("without"), undefined, "none"));
    for (const id of [byHand.affiliateId, imported]) {
      expect(await termsOf(id)).toMatchObject([
        {
          version: 1,
          active: true,
          revShareBp: 1_250,
          dueWhen: "customer_paid",
          holdingDays: 14,
          startDate: "2026-03-20",
        },
      ]);
    }
    for (const id of [early.affiliateId, without]) expect(await termsOf(id)).toEqual([]);
    // They are told by the invitation, not by a change.
    expect(await rows("select 1 from notification where type = 'terms_changed'")).toEqual([]);
    expect(await rows("select version, status from standard_term order by version")).toEqual([
      { version: 1, status: "inactive" },
      { version: 2, status: "inactive" },
      { version: 3, status: "active" },
    ]);
  });

  test("are saved once per form, rejected when changed meanwhile, removed, and belong to one organization", async () => {
    const id = await save(rules(1_000), standardVersion(null));
    expect(await save(rules(1_000), standardVersion(null))).toBe(id);
    await expect(save(rules(2_000), standardVersion(null))).rejects.toMatchObject({ code: "changed_meanwhile" });
    const other = await createOrg(db.database);
    expect(await within(readStandardTerms, other)).toBeNull();
    expect(await save(null)).toBeNull();
    expect(await within(readStandardTerms)).toBeNull();
    const { affiliateId } = await invitedAffiliate(db.database, org);
    expect(await termsOf(affiliateId)).toEqual([]);
    const log = await rows<{ data: object }>(
      "select data from audit_log where action = 'standard_terms.save' order by id",
    );
    expect(log).toMatchObject([{ data: { version: 1, rev_share_bp: 1_000 } }, { data: { removed: true } }]);
  });

  test("are neither read nor changed by an affiliate", async () => {
    const affiliate = await activeAffiliate(db.database, org);
    await save(rules(1_000));
    const own = <T>(use: (scope: Scope) => Promise<T>) => asAffiliate(db.database, org, affiliate, use);
    await expect(own(readStandardTerms)).rejects.toMatchObject({ code: "forbidden" });
    await expect(own((scope) => saveStandardTerms(scope, { rules: null }))).rejects.toMatchObject({
      code: "forbidden",
    });
    expect(await own((scope) => scope.db.standardTerm.findMany())).toEqual([]);
  });
});

describe("[WORK-05] terms of several affiliates", () => {
  let ada: Affiliate;
  let bob: Affiliate;
  let cleo: Affiliate;
  let ids: string[];
  const next = { ...rules(1_500), startDate: day("2026-04-01") };

  /** Ada has 10 %, Bob has the new terms already, Cleo has none. */
  beforeEach(async () => {
    ada = await activeAffiliate(db.database, org, { name: "Ada" });
    bob = await activeAffiliate(db.database, org, { name: "Bob" });
    cleo = await activeAffiliate(db.database, org, { name: "Cleo" });
    await withTerms(db.database, org, ada);
    const same = { rev_share_percent: "15", cadence: "monthly", due_when: "customer_paid", holding_days: "14" };
    await withTerms(db.database, org, bob, same);
    ids = [ada, bob, cleo].map(({ affiliateId }) => affiliateId);
    await db.runJobs();
    db.mails.splice(0);
    db.at("2026-03-20T13:00:00Z");
  });

  const preview = (of = ids, by = org) => within((scope) => previewTerms(scope, of, next), by);
  const change = (version?: string, of = ids) =>
    within((scope) => setTermsOfSeveral(scope, { ids: of, rules: next, version }));
  const undo = (batchId: string) => within((scope) => undoTerms(scope, batchId));
  const told = () => rows("select 1 from notification where type = 'terms_changed'");

  test("are shown before they change, changed for each, told later, and undone before that", async () => {
    const dora = await activeAffiliate(db.database, org, { name: "Dora" });
    await within((scope) => eraseAffiliate(scope, dora.affiliateId, { name: "Dora", nobody: "Erased" }));
    ids.push(dora.affiliateId);
    const seen = await preview();
    expect(seen.changes.map(({ name, before }) => [name, before?.revShareBp])).toEqual([
      ["Ada", 1_000],
      ["Cleo", undefined],
    ]);
    expect([seen.same, seen.skipped]).toEqual([["Bob"], [{ name: "Erased", code: "erased" }]]);
    expect(await preview(ids, await createOrg(db.database))).toMatchObject({ changes: [], same: [] });
    const { batchId, ...result } = await change(seen.version);
    expect(result).toEqual({ done: 2, unchanged: 1, skipped: [{ name: "Erased", code: "erased" }] });
    expect(await termsOf(ada.affiliateId)).toMatchObject([
      { version: 2, active: true, revShareBp: 1_500, startDate: "2026-04-01" },
      { version: 1, active: false, revShareBp: 1_000 },
    ]);
    expect(await termsOf(cleo.affiliateId)).toHaveLength(1);
    expect(await told()).toHaveLength(2);
    db.at("2026-03-20T13:00:20Z");
    expect(await undo(batchId!)).toEqual({ undone: 2, kept: [] });
    expect(await termsOf(ada.affiliateId)).toMatchObject([{ version: 1, active: true, revShareBp: 1_000 }]);
    expect(await termsOf(cleo.affiliateId)).toEqual([]);
    expect(await told()).toEqual([]);
    expect(await undo(batchId!)).toEqual({ undone: 0, kept: [] });
    db.at("2026-03-20T13:10:00Z");
    await db.runJobs();
    expect(db.mails).toEqual([]);
  });

  test("stay where a deal was won under them or they changed since, and never change an old commission", async () => {
    const { batchId } = await change();
    db.at("2026-03-20T13:00:10Z");
    await oneTimeDeal(db.database, org, ada, { amount: "1000" });
    await withTerms(db.database, org, cleo, { rev_share_percent: "20" });
    const undone = await undo(batchId!);
    expect(undone.undone).toBe(0);
    expect(undone.kept.toSorted((a, b) => a.name!.localeCompare(b.name!))).toEqual([
      { name: "Ada", code: "has_deals" },
      { name: "Cleo", code: "changed_meanwhile" },
    ]);
    expect(await rows("select commission_amount::int as amount from deal")).toEqual([{ amount: 15_000 }]);
  });

  test("wait for a deal that is being won under them", async () => {
    const deal = await oneTimeDeal(db.database, org, ada);
    const { batchId } = await change();
    const client = await db.ownerPool.connect();
    try {
      await client.query("begin");
      await client.query(
        `update deal d set term_id = t.id from affiliate_term t
         where d.org_id = $1 and d.id = $2 and t.org_id = d.org_id and t.affiliate_id = $3 and t.status = 'active'`,
        [org.orgId, deal.id, ada.affiliateId],
      );
      const undone = undo(batchId!);
      // Ends the wait, whether or not it has begun.
      await new Promise((resolve) => setTimeout(resolve, 300));
      await client.query("commit");
      expect(await undone).toEqual({ undone: 1, kept: [{ name: "Ada", code: "has_deals" }] });
    } finally {
      client.release();
    }
  });

  test("are rejected when they were changed since the preview, in the past, too late to undo, or from the portal", async () => {
    const seen = await preview();
    await withTerms(db.database, org, ada, { rev_share_percent: "11" });
    await expect(change(seen.version)).rejects.toMatchObject({ code: "changed_meanwhile" });
    const past = { ...next, startDate: day("2026-03-19") };
    await expect(
      within((scope) => setTermsOfSeveral(scope, { ids, rules: past, version: undefined })),
    ).rejects.toMatchObject({ code: "start_date_past" });
    const { batchId } = await change();
    db.at("2026-03-20T13:01:00Z");
    await db.runJobs();
    expect(db.mails).toHaveLength(2);
    await expect(undo(batchId!)).rejects.toMatchObject({ code: "batch_undo_too_late" });
    const own = <T>(use: (scope: Scope) => Promise<T>) => asAffiliate(db.database, org, ada, use);
    await expect(own((scope) => previewTerms(scope, ids, next))).rejects.toMatchObject({ code: "forbidden" });
    await expect(
      own((scope) => setTermsOfSeveral(scope, { ids, rules: next, version: undefined })),
    ).rejects.toMatchObject({ code: "forbidden" });
    await expect(own((scope) => undoTerms(scope, batchId!))).rejects.toMatchObject({ code: "forbidden" });
  });
});
