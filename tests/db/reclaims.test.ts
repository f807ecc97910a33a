import { beforeEach, describe, expect, test } from "vitest";
import { payCommissions } from "~/domain/commissions/pay-commissions.server";
import { claimsOfAffiliate } from "~/domain/deals/claims-of-affiliate.server";
import { endDealSchema } from "~/domain/deals/deal-end.schema";
import { endDeal } from "~/domain/deals/end-deal.server";
import { resumeDeal } from "~/domain/deals/resume-deal.server";
import { previewRun } from "~/domain/payouts/create-run.server";
import { payPayouts } from "~/domain/payouts/pay-payouts.server";
import { paidBackSchema, waiveSchema } from "~/domain/payouts/reclaim.schema";
import { listReclaims, readReclaims } from "~/domain/payouts/reclaims.server";
import { settleReclaim, undoSettlement } from "~/domain/payouts/settle-reclaim.server";
import type { Statement } from "~/domain/payouts/statement";
import { day } from "~/domain/shared/dates";
import type { Scope } from "~/domain/shared/scope";
import type { Affiliate } from "../factories/affiliates";
import { oneTimeDeal } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { withPayer } from "../factories/payees";
import { approvedRun, draftRun, payableAffiliate } from "../factories/payouts";
import { useDatabase } from "../support/database";

const db = useDatabase({ each: true, connections: 8 });
let org: Org;
let foreign: Org;
let ada: Affiliate;
let shop: string;

const owner = <T>(use: (scope: Scope) => Promise<T>) => asOwner(db.database, org, use);
const rows = async (text: string, ...values: unknown[]) => (await db.ownerPool.query(text, values)).rows;

/** Approves and pays what is due to everybody. */
async function payEverybody() {
  const runId = await draftRun(db.database, org);
  await approvedRun(db.database, org, runId);
  const paidOn = await owner((scope) => scope.today());
  await owner((scope) => payPayouts(scope, { runId, payoutIds: null, paidOn }));
}

const end = (dealId: string) =>
  owner((scope) =>
    endDeal(scope, endDealSchema.parse({ deal_id: dealId, reason: "customer_did_not_pay", day: "2026-02-10" })),
  );
const open = async () => (await owner((scope) => readReclaims(scope, ada.affiliateId))).open;
const settlements = async () => (await owner((scope) => readReclaims(scope, ada.affiliateId))).settlements;

/** Settles what Ada owes in euros, after another organization has tried. */
async function settle(fields: Record<string, string>, as: typeof paidBackSchema | typeof waiveSchema = paidBackSchema) {
  const version = (await open())[0]?.version ?? "none";
  const input = { affiliateId: ada.affiliateId, currency: "EUR", ...as.parse({ version, ...fields }) };
  const strange = asOwner(db.database, foreign, (scope) => settleReclaim(scope, input));
  await expect(strange).rejects.toMatchObject({ code: "reclaim_changed" });
  return owner((scope) => settleReclaim(scope, input));
}

/** Ada was paid 100.00 EUR and VAT in January; the customer never paid. */
beforeEach(async () => {
  db.at("2026-01-02T12:00:00Z");
  org = await createOrg(db.database);
  foreign = await createOrg(db.database);
  await withPayer(db.database, org, { cadence: "monthly" });
  ada = await payableAffiliate(db.database, org, "Ada");
  shop = (await oneTimeDeal(db.database, org, ada, { title: "Shop" })).id;
  db.at("2026-01-20T12:00:00Z");
  await payEverybody();
  db.at("2026-02-10T12:00:00Z");
  await end(shop);
});

describe("[PAY-13] a balance below zero", () => {
  test("is listed after three months, with what it is made of", async () => {
    const debt = { affiliateId: ada.affiliateId, name: "Ada", currency: "EUR", net: 100_00, vat: 19_00, gross: 119_00 };
    const claim = { deal: "Shop", amount: 100_00, reason: "customer_did_not_pay", document: "GU-2026-0001" };
    const owed = { ...debt, since: "2026-02-10", claims: [claim] };
    db.at("2026-05-09T12:00:00Z");
    expect(await owner(listReclaims)).toEqual([]);
    expect(await open()).toMatchObject([{ ...owed, isOld: false }]);
    db.at("2026-05-10T12:00:00Z");
    expect(await owner(listReclaims)).toMatchObject([{ ...owed, isOld: true }]);
    expect(await asOwner(db.database, foreign, listReclaims)).toEqual([]);
    expect(await asOwner(db.database, foreign, (scope) => readReclaims(scope, ada.affiliateId))).toEqual({
      open: [],
      settlements: [],
    });
  });

  test("is what remains after the commissions that are due, and is not listed in a draft", async () => {
    await oneTimeDeal(db.database, org, ada, { amount: "400", close_date: "2026-02-11" });
    db.at("2026-06-01T12:00:00Z");
    expect(await owner(listReclaims)).toMatchObject([{ net: 60_00, vat: 11_40, gross: 71_40 }]);
    await oneTimeDeal(db.database, org, ada, { amount: "900", close_date: "2026-05-11" });
    expect(await owner(listReclaims)).toEqual([]);
    const runId = await draftRun(db.database, org);
    expect(await open()).toEqual([]);
    await approvedRun(db.database, org, runId);
    expect(await open()).toEqual([]);
  });

  test("is paid back: no payout deducts it any more, and statements say what was", async () => {
    await oneTimeDeal(db.database, org, ada, { amount: "400", close_date: "2026-02-11" });
    db.at("2026-06-01T12:00:00Z");
    const tomorrow = { ...paidBackSchema.parse({ day: "2026-06-02", version: "x" }), currency: "EUR" };
    await expect(
      owner((scope) => settleReclaim(scope, { affiliateId: ada.affiliateId, ...tomorrow })),
    ).rejects.toMatchObject({ code: "payout_day_in_future" });
    expect(await settle({ day: "2026-05-31", note: "From DE89 3704 0044 0532 0130 00" })).toBe(71_40);
    expect(await open()).toEqual([]);
    expect(await settlements()).toMatchObject([
      {
        kind: "paid_back",
        day: "2026-05-31",
        note: "From …3000",
        net: 60_00,
        vat: 11_40,
        gross: 71_40,
        isUndoable: true,
      },
    ]);
    expect((await owner((scope) => claimsOfAffiliate(scope, ada.affiliateId, 5))).amounts).toEqual([
      { amount: 40_00, currency: "EUR" },
    ]);
    expect(await rows("select action, data ->> 'amount' as amount from audit_log where action like 'claim.%'")).toEqual(
      [{ action: "claim.settle", amount: "7140" }],
    );
    // The rest of the claim and the commission are the same amount, so the next commission is paid in full.
    await oneTimeDeal(db.database, org, ada, { amount: "1000", close_date: "2026-06-01" });
    const { proposals } = await owner((scope) => previewRun(scope, { currency: "EUR", until: day("2026-06-01") }));
    expect(proposals).toMatchObject([{ net: 100_00, vatTotal: 19_00, gross: 119_00 }]);
    await payEverybody();
    const [{ statement }] = (await rows("select statement from payout order by number desc limit 1")) as [
      { statement: Statement },
    ];
    expect(statement.lines.find(({ kind }) => kind === "claim")).toMatchObject({ amount: -40_00, settled: 60_00 });
    expect(await settlements()).toMatchObject([{ isUndoable: false }]);
  });

  test("is waived with a reason: commissions are paid in full, until it is undone", async () => {
    expect(waiveSchema.safeParse({ version: "x", reason: " " }).success).toBe(false);
    expect(await settle({ reason: "The shop went bankrupt" }, waiveSchema)).toBe(119_00);
    await oneTimeDeal(db.database, org, ada, { amount: "300", close_date: "2026-02-10" });
    const preview = () => owner((scope) => previewRun(scope, { currency: "EUR", until: day("2026-02-10") }));
    expect((await preview()).proposals).toMatchObject([{ net: 30_00, reason: null }]);
    await expect(owner((scope) => resumeDeal(scope, shop))).rejects.toMatchObject({ code: "claim_settled" });
    const id = (await settlements())[0]!.id;
    const undo = (scope: Scope) => undoSettlement(scope, { affiliateId: ada.affiliateId, settlementId: id });
    expect(await asOwner(db.database, foreign, undo)).toBe(false);
    expect(await owner(undo)).toBe(true);
    expect(await owner(undo)).toBe(false);
    expect((await preview()).proposals).toMatchObject([{ net: -70_00, reason: "balance_negative" }]);
    expect(await open()).toMatchObject([{ gross: 83_30 }]);
    expect(await owner((scope) => resumeDeal(scope, shop))).toBe(true);
  });

  test("is settled once by two members at the same time, and not as it no longer is", async () => {
    const { version } = (await open())[0]!;
    const input = {
      affiliateId: ada.affiliateId,
      currency: "EUR",
      ...paidBackSchema.parse({ day: "2026-02-10", version }),
    };
    const both = await Promise.allSettled([1, 2].map(() => owner((scope) => settleReclaim(scope, input))));
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await rows("select settled_amount::int as amount from commission_claim")).toEqual([{ amount: 100_00 }]);
    expect(await settlements()).toHaveLength(1);
  });

  test("is not undone while a payout has deducted the rest", async () => {
    await oneTimeDeal(db.database, org, ada, { amount: "400", close_date: "2026-02-10" });
    await settle({ day: "2026-02-10" });
    await oneTimeDeal(db.database, org, ada, { amount: "100", close_date: "2026-02-10" });
    const id = (await settlements())[0]!.id;
    await payEverybody();
    await expect(
      owner((scope) => undoSettlement(scope, { affiliateId: ada.affiliateId, settlementId: id })),
    ).rejects.toMatchObject({ code: "settlement_built_on" });
  });

  test("of a month that was marked paid by hand names no document", async () => {
    const deal = await oneTimeDeal(db.database, org, ada, { title: "By hand", close_date: "2026-02-01" });
    await owner((scope) => payCommissions(scope, { deals: [deal.id], payments: [], receiptUrl: null }));
    await end(deal.id);
    expect((await open())[0]!.claims.map(({ deal: title, document }) => [title, document])).toEqual([
      ["Shop", "GU-2026-0001"],
      ["By hand", null],
    ]);
  });
});

describe("[PAY-13] the database", () => {
  const refused = async (text: string, message: RegExp) => expect(db.ownerPool.query(text)).rejects.toThrow(message);

  test("keeps settlements and claims equal, also against the owner role", async () => {
    await settle({ day: "2026-02-10" });
    await refused("update commission_claim set settled_amount = 1", /sum of its settlements/);
    await refused(
      `insert into claim_settlement_part (org_id, settlement_id, claim_id, amount)
       select s.org_id, s.id, c.id, 1 from claim_settlement s join commission_claim c using (org_id)`,
      /duplicate key/,
    );
    await db.ownerPool.query("delete from claim_settlement");
    expect(await rows("select settled_amount::int as amount, is_open from commission_claim")).toEqual([
      { amount: 0, is_open: true },
    ]);
    await refused(
      `with s as (
         insert into claim_settlement (org_id, affiliate_id, currency, kind, settled_on, net, vat, gross, created_at)
         select org_id, affiliate_id, currency, 'paid_back', '2026-02-10', 50, 0, 50, now() from commission_claim
         returning *)
       select 1 from s; insert into claim_settlement_part (org_id, settlement_id, claim_id, amount)
       select s.org_id, s.id, c.id, 49 from claim_settlement s join commission_claim c using (org_id)`,
      /add up to it/,
    );
  });

  test("lets the runtime role change no settlement, and delete no part of one", async () => {
    await settle({ day: "2026-02-10" });
    for (const text of ["update claim_settlement set gross = 1", "delete from claim_settlement_part"])
      await expect(owner((scope) => scope.db.$executeRawUnsafe(text))).rejects.toThrow(/permission denied/);
  });
});
