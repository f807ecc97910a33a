import { beforeEach, describe, expect, test } from "vitest";
import { reversePayment } from "~/domain/commissions/reverse-payment.server";
import { undoPayment } from "~/domain/commissions/undo-payment.server";
import { cancelPayout, payAgain, returnPayout } from "~/domain/payouts/return-payout.server";
import { hasOwnStatements, listOwnStatements, readStatement } from "~/domain/payouts/read-statement.server";
import { readRun } from "~/domain/payouts/read-run.server";
import { savePayee } from "~/domain/payouts/save-payee.server";
import { endDealSchema } from "~/domain/deals/deal-end.schema";
import { endDeal } from "~/domain/deals/end-deal.server";
import { resumeDeal } from "~/domain/deals/resume-deal.server";
import type { Scope } from "~/domain/shared/scope";
import { saveWebhook } from "~/domain/webhooks/save-webhook.server";
import { parseWebhookAllowance } from "~/domain/webhooks/webhook-url";
import { asAffiliate, type Affiliate } from "../factories/affiliates";
import { countStatements } from "../support/statements";
import { oneTimeDeal } from "../factories/deals";
import type { Org } from "../factories/organizations";
import { IBANS, payeeInput } from "../factories/payees";
import { payableAffiliate } from "../factories/payouts";
import { useDatabase } from "../support/database";
import { createPayoutWorld, payoutsOf } from "../support/payout-world";

const db = useDatabase({ each: true });
let org: Org;
let ada: Affiliate;
let bea: Affiliate;

const { owner, rows, preview, draft, approve, approved, pay, statements } = payoutsOf(db, () => org);

beforeEach(async () => {
  ({ org, ada, bea } = await createPayoutWorld(db));
});

describe("[PAY-12] paying", () => {
  test("marks all commissions of the run paid on the value day, with one mail each, and can be undone", async () => {
    const runId = await approved();
    await db.runJobs();
    db.mails.length = 0;
    const { batchId } = await pay(runId, "2026-03-10");
    expect(await rows("select payment_date::text from deal where payout_id is not null")).toEqual([
      { payment_date: "2026-03-10" },
    ]);
    expect((await owner((scope) => readRun(scope, runId)))!.state).toBe("paid");
    expect(await owner((scope) => undoPayment(scope, batchId!))).toBe(3);
    expect((await owner((scope) => readRun(scope, runId)))!.state).toBe("sent");
    expect(await rows("select 1 from deal where commission_paid")).toEqual([]);
    await pay(runId);
    db.at("2026-03-10T13:00:00Z");
    await db.runJobs();
    expect(db.mails.map(({ to }) => to.address).sort()).toEqual([ada.email, bea.email].sort());
    const [mail] = db.mails.filter(({ to }) => to.address === ada.email);
    expect(mail!.subject).toMatch(/119[.,]00/);
    expect(mail!.text).toMatch(/119[.,]00.+19[.,]00/);
    const [first] = await rows("select id from payout order by number");
    expect(mail!.text).toMatch(new RegExp(`/affiliate/statements/${first.id}|/in/[^ ]*${first.id}`));
    // Only the affiliate with VAT reads of it.
    expect(db.mails.find(({ to }) => to.address === bea.email)!.text).not.toMatch(/VAT|Umsatzsteuer/);
  });

  test("a paid commission whose deal has ended is neither undone nor reversed by itself", async () => {
    const runId = await approved();
    const { batchId } = await pay(runId);
    const [{ id: dealId }] = (await rows("select id from deal where deal_type = 'one-time'")) as [{ id: string }];
    const end = endDealSchema.parse({ deal_id: dealId, day: "2026-03-01", reason: "customer_did_not_pay" });
    await owner((scope) => endDeal(scope, end));
    await expect(owner((scope) => undoPayment(scope, batchId!))).rejects.toMatchObject({ code: "undo_too_late" });
    const reversal = { kind: "deal", id: dealId, batchId, reason: "Wrong account" } as const;
    await expect(owner((scope) => reversePayment(scope, reversal))).rejects.toMatchObject({
      code: "commission_in_payout",
    });
  });

  test("single payouts are paid, and a payout that comes back is due again while its statement stays", async () => {
    const runId = await approved();
    const [first] = await rows("select id from payout order by number");
    expect(await pay(runId, "2026-03-10", [first.id])).toMatchObject({ paid: 1, gross: 119_00 });
    expect((await owner((scope) => readRun(scope, runId)))!.state).toBe("approved");
    expect(await owner((scope) => returnPayout(scope, { payoutId: first.id, reason: "AC04" }))).toBe(true);
    expect(await owner((scope) => returnPayout(scope, { payoutId: first.id, reason: "AC04" }))).toBe(false);
    await db.runJobs();
    const told = db.mails.filter(({ to, text }) => to.address === ada.email && text.includes("AC04"));
    expect(told.map(({ text }) => [/119[.,]00/.test(text), text.includes("payout-details")])).toEqual([[true, true]]);
    const due = async () => (await preview()).proposals.map(({ name, reason }) => [name, reason]);
    // It stays in its payout, whose statement and credit note are valid.
    expect(await due()).toEqual([
      ["Ada", "nothing_due"],
      ["Bea", "nothing_due"],
    ]);
    expect(await owner((scope) => payAgain(scope, first.id))).toBe(true);
    expect(await owner((scope) => payAgain(scope, first.id))).toBe(false);
    expect(await pay(runId)).toMatchObject({ paid: 2 });
    expect((await statements()).map(({ number }) => number)).toEqual(["AB-2026-0001", "AB-2026-0002"]);
  });

  test("[PAY-10] a canceled payout is due again in the next run, and one that is paid cannot be canceled", async () => {
    const runId = await approved();
    const [first, second] = await rows("select id from payout order by number");
    const cancel = (payoutId: string) => owner((scope) => cancelPayout(scope, { payoutId, reason: "Wrong VAT" }));
    await pay(runId, "2026-03-10", [second.id]);
    await expect(cancel(second.id)).rejects.toMatchObject({ code: "payout_state" });
    expect(await cancel(first.id)).toBe(true);
    expect(await cancel(first.id)).toBe(false);
    expect((await preview()).proposals.map(({ name, reason }) => [name, reason])).toEqual([
      ["Ada", null],
      ["Bea", "nothing_due"],
    ]);
    expect((await owner((scope) => readRun(scope, runId)))!.state).toBe("paid");
  });

  test("needs as many queries for many payouts with files and webhooks as for few, and the files are the receipts", async () => {
    const webhook = { url: "http://127.0.0.1:9/x", events: ["deal.paid" as const] };
    await owner((scope) => saveWebhook(scope, webhook, parseWebhookAllowance("http://127.0.0.1:9")));
    const withFiles = async () => {
      const runId = await approved();
      await db.ownerPool.query(
        `insert into file (org_id, id, kind, name, type, size, sha256, state, created_at)
         select org_id, id, 'document', number, 'application/pdf', 1, repeat('a', 64), 'stored', now()
         from payout where file_id is null`,
      );
      await db.ownerPool.query("update payout set file_id = id");
      return runId;
    };
    const first = await withFiles();
    const few = await countStatements(() => pay(first));
    const cem = await payableAffiliate(db.database, org, "Cem", { iban: IBANS[2] });
    for (const affiliate of [ada, ada, bea, cem]) await oneTimeDeal(db.database, org, affiliate);
    const second = await withFiles();
    expect(await countStatements(() => pay(second))).toBe(few);
    const receipts = await rows(`
      select count(*)::int as lines, count(d.receipt_file)::int as receipts, bool_and(d.receipt_file = p.file_id) as own
      from deal d join payout p on p.org_id = d.org_id and p.id = d.payout_id where d.commission_paid`);
    expect(receipts).toEqual([{ lines: 5, receipts: 5, own: true }]);
    const events = (await db.jobs("webhook.emit")).filter(({ payload }) => payload["event"] === "deal.paid");
    expect(events).toHaveLength(7);
  });

  test("is refused for a day to come, one before the approval, and a draft", async () => {
    const runId = await draft();
    await expect(pay(runId)).rejects.toMatchObject({ code: "run_state" });
    await approve(runId);
    await expect(pay(runId, "2026-03-11")).rejects.toMatchObject({ code: "payout_day_in_future" });
    await expect(pay(runId, "2026-03-09")).rejects.toMatchObject({ code: "payout_day_early" });
  });
});

describe("[PAY-07] a statement", () => {
  test("is read by staff and the affiliate it is for, also after later edits, and by nobody else", async () => {
    const runId = await approved();
    const [first] = await rows("select id from payout order by number");
    const own = <T>(affiliate: Affiliate, use: (scope: Scope) => Promise<T>) =>
      asAffiliate(db.database, org, affiliate, use);
    await pay(runId);
    await owner((scope) =>
      savePayee(scope, ada.affiliateId, payeeInput({ legal_name: "Ada Married", street: "Else" })),
    );
    const read = (scope: Scope) => readStatement(scope, first.id);
    const found = (await owner(read))!;
    expect(found.statement.payee).toMatchObject({ name: "Ada", street: "Lange Straße" });
    expect(found.statement.lines).toMatchObject([{ kind: "deal", amount: 100_00, due: "2026-01-15" }]);
    expect(await own(ada, read)).toEqual(found);
    expect(await own(bea, read)).toBeNull();
    const numbers = (affiliate: Affiliate) =>
      own(affiliate, async (scope) => (await listOwnStatements(scope)).rows.map(({ number }) => number));
    expect(await numbers(ada)).toEqual(["AB-2026-0001"]);
    expect(await numbers(bea)).toEqual(["AB-2026-0002"]);
    expect(await own(bea, hasOwnStatements)).toBe(true);
  });

  test("lists apart what is planned, which is in no sum", async () => {
    await approved();
    const [, second] = await statements();
    expect(second!.planned.map(({ period }) => period).slice(0, 2)).toEqual(["2026-03-01", "2026-04-01"]);
    expect(second!.planned).toHaveLength(10);
    expect(second!.net).toBe(20_00);
  });
});

describe("[PAY-13] what is owed back", () => {
  test("is deducted in the next run, carried over while it is more, and settled once paid", async () => {
    const first = await approved();
    await pay(first);
    const [{ id: dealId }] = (await rows("select id from deal where deal_type = 'one-time'")) as [{ id: string }];
    const end = endDealSchema.parse({ deal_id: dealId, day: "2026-03-01", reason: "customer_did_not_pay" });
    await owner((scope) => endDeal(scope, end));
    expect((await preview()).proposals.find(({ name }) => name === "Ada")).toMatchObject({
      net: -100_00,
      reason: "balance_negative",
    });
    await oneTimeDeal(db.database, org, ada, { amount: "3000" });
    const runId = await approved();
    const last = (await statements()).at(-1)!;
    expect(last.lines.map(({ kind, amount, reason }) => ({ kind, amount, reason }))).toEqual([
      { kind: "deal", amount: 300_00, reason: null },
      { kind: "claim", amount: -100_00, reason: "customer_did_not_pay" },
    ]);
    expect(last).toMatchObject({ net: 200_00, vatTotal: 38_00, gross: 238_00 });
    await pay(runId);
    expect(await rows("select settled_on::text from commission_claim")).toEqual([{ settled_on: "2026-03-10" }]);
    expect((await preview()).proposals.find(({ name }) => name === "Ada")).toMatchObject({ reason: "nothing_due" });
  });

  test("stays deducted: neither its end nor its payment can be taken back, which would lose the money", async () => {
    const first = await approved();
    await pay(first);
    const [{ id: dealId }] = (await rows("select id from deal where deal_type = 'one-time'")) as [{ id: string }];
    const end = endDealSchema.parse({ deal_id: dealId, day: "2026-03-01", reason: "customer_did_not_pay" });
    const payoutId = (await rows("select id from payout where affiliate_id = $1", ada.affiliateId))[0].id;
    const takeBack = [
      (scope: Scope) => resumeDeal(scope, dealId),
      (scope: Scope) => returnPayout(scope, { payoutId, reason: "AC04" }),
    ];
    await owner((scope) => endDeal(scope, end));
    await oneTimeDeal(db.database, org, ada, { amount: "3000" });
    const runId = await approved();
    const claims = () => rows("select amount, settled_on::text from commission_claim");
    const [resume, back] = takeBack.map((use) => () => owner(use as (scope: Scope) => Promise<unknown>));
    await expect(resume!()).rejects.toMatchObject({ code: "deal_in_payout" });
    await expect(back!()).rejects.toMatchObject({ code: "claim_deducted" });
    await pay(runId);
    for (const use of [resume!, back!]) await expect(use()).rejects.toMatchObject({ code: "claim_deducted" });
    expect(await claims()).toEqual([{ amount: "10000", settled_on: "2026-03-10" }]);
    // Once the payout that has deducted it is canceled, both are possible. What came back is no longer owed.
    const [{ id: second }] = await rows("select id from payout where run_id = $1", runId);
    await owner((scope) => returnPayout(scope, { payoutId: second, reason: "AC04" }));
    await expect(back!()).rejects.toMatchObject({ code: "claim_deducted" });
    await owner((scope) => cancelPayout(scope, { payoutId: second, reason: "AC04" }));
    expect(await back!()).toBe(true);
    expect(await claims()).toEqual([]);
    expect(await rows("select state from payout where id = $1", payoutId)).toEqual([{ state: "void" }]);
  });
});
