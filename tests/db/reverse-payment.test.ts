import { beforeEach, describe, expect, test } from "vitest";
import { payCommissions } from "~/domain/commissions/pay-commissions.server";
import { reversePayment } from "~/domain/commissions/reverse-payment.server";
import { editDealSchema } from "~/domain/deals/deal.schema";
import { editDeal } from "~/domain/deals/edit-deal.server";
import { generatePayments } from "~/domain/deals/generate-payments.server";
import { setReceipt } from "~/domain/commissions/set-receipt.server";
import { asAffiliate, type Affiliate } from "../factories/affiliates";
import { addMember, asOwner, createOrg, type Org } from "../factories/organizations";
import { expectExactAggregates } from "../support/aggregates";
import { useDatabase } from "../support/database";
import { oweCommissions, paymentsOf, RECEIPT } from "../support/owed-commissions";

const db = useDatabase({ each: true });
let org: Org;
let ada: Affiliate;
let deals: string[];
let payments: string[];
let contract: string;

beforeEach(async () => {
  ({ org, ada, deals, payments, contract } = await oweCommissions(db));
});

const { rows, as, batchOf, pay, undo, reverse, paid, traces, notices, actions } = paymentsOf(db, () => org);

describe("[COM-02] [TRX-04] reversing a payment", () => {
  test("makes a month due again, removes its receipt and records the reason", async () => {
    await pay({ payments, receiptUrl: RECEIPT });
    db.at("2026-04-02T09:00:00Z");
    expect(await reverse("payment", payments[1]!)).toBe(true);
    expect(await paid()).toHaveLength(2);
    expect(
      await rows("select status, paid_date, receipt_url from commission_payment where id = $1", payments[1]),
    ).toEqual([{ status: "pending", paid_date: null, receipt_url: null }]);
    expect(await rows("select actor, data from audit_log where action = 'commission.reverse'")).toEqual([
      {
        actor: `member:${org.owner.userId}`,
        data: {
          amount: 1_000,
          currency: "EUR",
          period: "2026-02-15",
          reason: "Wrong account",
          paid_on: "2026-03-20",
          receiptUrl: RECEIPT,
        },
      },
    ]);
    await expectExactAggregates(db.ownerPool);
  });

  test("makes a one-off commission due again, which can be edited and paid again", async () => {
    await pay({ deals });
    const edit = editDealSchema.parse({
      deal_id: deals[0],
      title: "Licence",
      deal_type: "one-time",
      currency: "EUR",
      amount: "2000",
      close_date: "2026-01-15",
    });
    await expect(as((scope) => editDeal(scope, edit))).rejects.toMatchObject({
      code: "deal_commission_paid",
    });
    await reverse("deal", deals[0]!);
    await as((scope) => editDeal(scope, edit));
    const again = await as((scope) => payCommissions(scope, { deals, receiptUrl: null }));
    expect(again).toMatchObject({ paid: 1, before: 1, amounts: [{ amount: 20_000, currency: "EUR" }] });
  });

  test("20 times concurrently reverses the payment once and sends one notification", async () => {
    await pay({ deals: [deals[0]!] });
    const answers = await Promise.all(Array.from({ length: 20 }, () => reverse("deal", deals[0]!)));
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect(await actions("deal.reverse")).toHaveLength(1);
    expect(await notices()).toEqual([{ type: "commission_paid" }, { type: "commission_reversed" }]);
  });

  test("with an outdated form does not reverse a later payment", async () => {
    await pay({ deals: [deals[0]!] });
    const seen = await batchOf(deals[0]!);
    await reverse("deal", deals[0]!);
    await pay({ deals: [deals[0]!] });
    const late = as((scope) => reversePayment(scope, { kind: "deal", id: deals[0]!, batchId: seen, reason: "x" }));
    await expect(late).rejects.toMatchObject({ code: "payment_paid_anew" });
    expect(await paid()).toHaveLength(1);
  });

  test("while its receipt is being set leaves no receipt on an unpaid commission", async () => {
    for (let round = 0; round < 8; round++) {
      await pay({ payments: [payments[0]!] });
      const receipt = as((scope) =>
        setReceipt(scope, { kind: "payment", id: payments[0]!, receiptUrl: RECEIPT }),
      ).catch((error: unknown) => expect(error).toMatchObject({ code: "receipt_needs_payment" }));
      await Promise.all([reverse("payment", payments[0]!), receipt]);
      expect(await traces()).toEqual([{ count: 0 }, { count: 0 }]);
    }
    await expectExactAggregates(db.ownerPool);
  });

  test("is allowed for owners of the organization only", async () => {
    const batchId = await pay({ deals: [deals[0]!] });
    const wanted = { kind: "deal", id: deals[0]!, batchId, reason: "x" } as const;
    const member = await addMember(db.database, org);
    const byMember = db.database.withOrg(org.orgId, member.actor, (scope) => reversePayment(scope, wanted));
    await expect(byMember).rejects.toMatchObject({ code: "forbidden" });
    const own = asAffiliate(db.database, org, ada, (scope) => reversePayment(scope, wanted));
    await expect(own).rejects.toMatchObject({ code: "forbidden" });
    const foreign = await createOrg(db.database);
    await expect(asOwner(db.database, foreign, (scope) => reversePayment(scope, wanted))).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await paid()).toHaveLength(1);
  });

  test("works for payments from before actions were recorded", async () => {
    await db.ownerPool.query("update deal set commission_paid = true, payment_date = '2026-01-20' where id = $1", [
      deals[0],
    ]);
    expect(await reverse("deal", deals[0]!)).toBe(true);
    expect(await paid()).toEqual([]);
  });
});

describe("[LEAD-10] a month that becomes unpaid after a change of its contract", () => {
  const change = (fields: Record<string, string>) =>
    as((scope) =>
      editDeal(
        scope,
        editDealSchema.parse({
          deal_id: contract,
          title: "Hosting",
          deal_type: "recurring",
          currency: "EUR",
          mrr: "100",
          contract_duration_months: "6",
          contract_start_date: "2026-01-15",
          ...fields,
        }),
      ),
    );
  const months = () =>
    rows(
      `select period_start::text as period, amount::int, status from commission_payment
       where deal_id = $1 and period_start < '2026-03-01' order by 1`,
      contract,
    );

  test.each(["undo", "reverse"] as const)("moves to the contract's day by %s", async (way) => {
    const batch = await pay({ payments: [payments[1]!] });
    await change({ contract_start_date: "2026-01-01", mrr: "200" });
    expect(await months()).toEqual([
      { period: "2026-01-01", amount: 2_000, status: "pending" },
      { period: "2026-02-15", amount: 1_000, status: "paid" },
    ]);
    if (way === "undo") await undo(batch);
    else await reverse("payment", payments[1]!);
    const agreed = [
      { period: "2026-01-01", amount: 2_000, status: "pending" },
      { period: "2026-02-01", amount: 2_000, status: "pending" },
    ];
    expect(await months()).toEqual(agreed);
    await as((scope) => generatePayments(scope));
    expect(await months()).toEqual(agreed);
    await expectExactAggregates(db.ownerPool);
  });

  test("is deleted if it is outside the contract", async () => {
    await pay({ payments: [payments[1]!] });
    await change({ contract_duration_months: "1" });
    await reverse("payment", payments[1]!);
    expect(await months()).toEqual([{ period: "2026-01-15", amount: 1_000, status: "pending" }]);
  });

  test("exists once after concurrent changes, payments, generation and undoing", async () => {
    for (let round = 0; round < 6; round++) {
      const due = await rows<{ id: string }>(
        "select id from commission_payment where deal_id = $1 and status = 'pending' order by period_start limit 3",
        contract,
      );
      const batch = await pay({ payments: due.map(({ id }) => id) });
      await Promise.all([
        undo(batch),
        change(round % 2 ? { contract_start_date: "2026-01-15" } : { contract_start_date: "2026-01-01" }),
        as((scope) => generatePayments(scope)),
      ]);
      const found = await rows(
        `select to_char(period_start, 'YYYY-MM') as month, count(*)::int from commission_payment
         where deal_id = $1 and status = 'pending' group by 1 order by 1`,
        contract,
      );
      expect(found).toEqual(
        ["01", "02", "03", "04", "05", "06"].map((month) => ({ month: `2026-${month}`, count: 1 })),
      );
    }
    await expectExactAggregates(db.ownerPool);
  });
});
