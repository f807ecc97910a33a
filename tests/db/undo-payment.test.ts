import { beforeEach, describe, expect, test } from "vitest";
import { payCommissions, type CommissionsToPay } from "~/domain/commissions/pay-commissions.server";
import { reversePayment } from "~/domain/commissions/reverse-payment.server";
import { undoPayment } from "~/domain/commissions/undo-payment.server";
import type { Scope } from "~/domain/shared/scope";
import { activeAffiliate, asAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { oneTimeDeal, recurringDeal } from "../factories/deals";
import { addMember, asOwner, createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";
import { expectExactTallies } from "../support/tallies";

const db = useDatabase({ each: true });
let org: Org;
let ada: Affiliate;
let bob: Affiliate;
/** One-off commissions of Ada and of Bob, 100.00 EUR each; three due months of Ada, 10.00 EUR each, earliest first. */
let deals: string[];
let payments: string[];

const RECEIPT = "https://example.com/receipt.pdf";

beforeEach(async () => {
  db.at("2026-01-10T12:00:00Z");
  org = await createOrg(db.database);
  ada = await activeAffiliate(db.database, org, { name: "Ada" });
  bob = await activeAffiliate(db.database, org, { name: "Bob" });
  for (const affiliate of [ada, bob]) await withTerms(db.database, org, affiliate);
  deals = [(await oneTimeDeal(db.database, org, ada)).id, (await oneTimeDeal(db.database, org, bob)).id];
  await recurringDeal(db.database, org, ada, { contract_duration_months: "6" });
  await db.runJobs();
  db.mails.splice(0);
  db.at("2026-03-20T12:00:00Z");
  const due = "select id from commission_payment where period_start <= '2026-03-20' order by period_start";
  payments = (await rows<{ id: string }>(due)).map(({ id }) => id);
});

async function rows<T = Record<string, unknown>>(sql: string, ...values: unknown[]): Promise<T[]> {
  return (await db.ownerPool.query(sql, values)).rows as T[];
}
const as = <T>(use: (scope: Scope) => Promise<T>) => asOwner(db.database, org, use);
const pay = async (wanted: Partial<CommissionsToPay>) => {
  const { batchId } = await as((scope) => payCommissions(scope, { receiptUrl: null, ...wanted }));
  return batchId!;
};
const undo = (batchId: string) => as((scope) => undoPayment(scope, batchId));
const batchOf = async (id: string) =>
  (
    await rows<{ batch_id: string | null }>(
      "select batch_id from deal where id = $1 union all select batch_id from commission_payment where id = $1",
      id,
    )
  )[0]!.batch_id;
const reverse = async (kind: "deal" | "payment", id: string, reason = "Wrong account") => {
  const batchId = await batchOf(id);
  return as((scope) => reversePayment(scope, { kind, id, batchId, reason }));
};

const paid = () =>
  rows(`select id, payment_date::text as day, receipt_url from deal where commission_paid
        union all select id, paid_date::text, receipt_url from commission_payment where status = 'paid'`);
const traces = () =>
  rows(`select count(*)::int from deal where receipt_url is not null or payment_date is not null or batch_id is not null
        union all select count(*)::int from commission_payment
        where receipt_url is not null or paid_date is not null or batch_id is not null`);
const notices = () => rows("select type from notification where type <> 'deal_created' order by created_at");
const actions = async (like: string) =>
  (
    await rows<{ action: string }>("select action from audit_log where action like $1 order by action", like)
  ).map(({ action }) => action);

describe("[COM-02] [TRX-04] undoing what was just paid", () => {
  test("everything the action paid is unpaid again with its receipts, and no mail goes out at all", async () => {
    const batch = await pay({ payments, deals, receiptUrl: RECEIPT });
    expect(await paid()).toHaveLength(5);
    db.at("2026-03-20T12:00:09Z");
    expect(await undo(batch)).toBe(5);
    expect(await paid()).toEqual([]);
    expect(await traces()).toEqual([{ count: 0 }, { count: 0 }]);
    expect(await notices()).toEqual([]);
    await db.runJobs();
    expect(db.mails).toEqual([]);
    expect(await actions("%.undo")).toEqual([
      ...Array<string>(3).fill("commission.undo"),
      "commissions.undo",
      ...["deal.undo", "deal.undo"],
    ]);
    await expectExactTallies(db.ownerPool);
  });

  test("the mail waits until the time is over", async () => {
    db.at(null);
    await pay({ deals: [deals[0]!] });
    const [job] = await db.jobs("mail.notification");
    expect(job!.runAt.getTime() - Date.now()).toBeGreaterThan(10_000);
    await db.runJobs();
    expect(db.mails).toEqual([]);
  });

  test("twice, and 20 times at once, undoes once", async () => {
    const batch = await pay({ payments, deals });
    const answers = await Promise.all(Array.from({ length: 20 }, () => undo(batch)));
    expect(answers.filter((count) => count > 0)).toEqual([5]);
    expect(await undo(batch)).toBe(0);
    expect(await actions("commissions.undo")).toHaveLength(1);
    db.at("2026-03-20T13:00:00Z");
    expect(await undo(batch)).toBe(0);
  });

  test("leaves alone what another action has paid, before or since", async () => {
    const first = await pay({ deals: [deals[0]!] });
    const second = await pay({ deals });
    expect(await undo(second)).toBe(1);
    expect(await paid()).toMatchObject([{ id: deals[0] }]);
    await undo(first);
    const third = await pay({ deals });
    expect(await undo(first)).toBe(0);
    expect(await undo(second)).toBe(0);
    expect(await paid()).toHaveLength(2);
    expect(await undo(third)).toBe(2);
    await expectExactTallies(db.ownerPool);
  });

  test("against a second payer: paid once and told once, or unpaid and not told", async () => {
    for (let round = 0; round < 8; round++) {
      const batch = await pay({ payments, deals });
      const [, again] = await Promise.all([
        undo(batch),
        as((scope) => payCommissions(scope, { payments, deals, receiptUrl: null })),
      ]);
      expect(await paid()).toHaveLength(again.paid);
      expect(await notices()).toHaveLength(again.paid > 0 ? 2 : 0);
      if (again.batchId) await undo(again.batchId);
    }
    await expectExactTallies(db.ownerPool);
  });

  test("too late once the time is over or the mail is on its way; then nothing changes", async () => {
    const batch = await pay({ payments, deals });
    db.at("2026-03-20T12:00:31Z");
    await expect(undo(batch)).rejects.toMatchObject({ code: "undo_too_late" });
    db.at("2026-03-20T12:00:05Z");
    await db.runJobs();
    expect(db.mails).toHaveLength(2);
    await expect(undo(batch)).rejects.toMatchObject({ code: "undo_too_late" });
    expect(await paid()).toHaveLength(5);
    expect(await notices()).toHaveLength(2);
    expect(await actions("%.undo")).toEqual([]);
  });

  test("at the moment the mail goes out: either undone without a mail, or paid with one", async () => {
    for (let round = 0; round < 6; round++) {
      db.mails.splice(0);
      const batch = await pay({ deals: [deals[0]!] });
      const [answer] = await Promise.allSettled([undo(batch), db.runJobs()]);
      const done = answer.status === "fulfilled";
      expect([(await paid()).length, db.mails.length]).toEqual(done ? [0, 0] : [1, 1]);
      if (!done) await reverse("deal", deals[0]!);
      await db.runJobs();
    }
  });

  test("only by whoever has paid, in their organisation", async () => {
    const batch = await pay({ deals });
    const member = await addMember(db.database, org);
    const foreign = await createOrg(db.database);
    const byMember = db.database.withOrg(org.orgId, member.actor, (scope) => undoPayment(scope, batch));
    await expect(byMember).rejects.toMatchObject({ code: "not_found" });
    const elsewhere = asOwner(db.database, foreign, (scope) => undoPayment(scope, batch));
    await expect(elsewhere).rejects.toMatchObject({ code: "not_found" });
    const own = asAffiliate(db.database, org, ada, (scope) => undoPayment(scope, batch));
    await expect(own).rejects.toMatchObject({ code: "forbidden" });
    expect(await paid()).toHaveLength(2);
  });
});
