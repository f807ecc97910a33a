import { markPaymentPaid } from "~/domain/commissions/pay-commissions.server";
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { generatePayments } from "~/domain/deals/generate-payments.server";
import { editDealSchema } from "~/domain/deals/deal.schema";
import { editDeal } from "~/domain/deals/edit-deal.server";
import { readEditableDeal } from "~/domain/deals/read-editable-deal.server";
import { addMonths, day, monthStarts } from "~/domain/shared/dates";
import { DomainError } from "~/domain/shared/errors";
import type { Scope } from "~/domain/shared/scope";
import { agency, type Affiliate } from "../factories/affiliates";
import { recurringDeal } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { untilBlocked, untilWriting, useDatabase } from "../support/database";

const db = useDatabase({ each: true, connections: 12 });
let org: Org;
let affiliate: Affiliate;

beforeEach(async () => {
  db.at("2026-01-10T12:00:00Z");
  ({ org, affiliate } = await agency(db.database));
});

const monthly = {
  deal_type: "recurring",
  title: "Deal",
  mrr: "100",
  contract_duration_months: "12",
  contract_start_date: "2026-01-15",
};

const as = <T>(use: (scope: Scope) => Promise<T>) => asOwner(db.database, org, use);

async function edit(deal: { id: string }, fields: Record<string, string>) {
  const input = editDealSchema.parse({ ...fields, deal_id: deal.id });
  return as((scope) => editDeal(scope, input));
}

async function rows<T = Record<string, unknown>>(sql: string, ...values: unknown[]): Promise<T[]> {
  return (await db.ownerPool.query(sql, values)).rows as T[];
}

interface PaymentRow {
  id: string;
  period: string;
  amount: string;
  status: string;
}

const payments = (deal: { id: string }) =>
  rows<PaymentRow>(
    `select id, period_start::text as period, amount, status from commission_payment
     where deal_id = $1 order by period_start`,
    deal.id,
  );

test("[LEAD-10] another organization that concurrently edits the same deal gets not_found", async () => {
  const deal = await recurringDeal(db.database, org, affiliate);
  const foreign = await createOrg(db.database);
  const input = editDealSchema.parse({ ...monthly, mrr: "1", deal_id: deal.id });
  const strange = () => asOwner(db.database, foreign, (scope) => editDeal(scope, input));
  const answers = await Promise.allSettled([strange(), edit(deal, { ...monthly, mrr: "200" }), strange()]);
  expect(answers.map((answer) => answer.status)).toEqual(["rejected", "fulfilled", "rejected"]);
  expect(new Set((await payments(deal)).map((payment) => payment.amount))).toEqual(new Set(["2000"]));
});

describe("[LEAD-10] editing during payments and generation", () => {
  test("changes no paid month, and no month is missing or duplicated", { timeout: 120_000 }, async () => {
    const deal = await recurringDeal(db.database, org, affiliate, { contract_duration_months: "18" });
    db.at("2026-09-20T12:00:00Z");
    const contracts = [
      ["2026-01-15", "18", "100"],
      ["2026-01-01", "18", "120"],
      ["2026-02-28", "9", "80"],
      ["2025-12-31", "24", "150"],
      ["2026-01-31", "12", "100"],
    ] as const;
    const settled = new Map<string, PaymentRow>();
    const refused: string[] = [];
    const allowed = async (work: Promise<unknown>) => {
      await work.catch((error: unknown) => {
        // A selected payment may be deleted or moved to a later month in the meantime.
        if (!(error instanceof DomainError)) throw error;
        refused.push(error.code);
      });
    };
    for (let round = 0; round < 12; round++) {
      const open = (await payments(deal)).filter((one) => one.status === "pending").slice(0, 2);
      const edits = [contracts[round % 5]!, contracts[(round * 3 + 1) % 5]!];
      await Promise.all([
        ...edits.map(([contract_start_date, contract_duration_months, mrr]) => {
          const fields = { ...monthly, contract_start_date, contract_duration_months, mrr };
          return allowed(edit(deal, fields));
        }),
        ...(round % 2 ? open : []).map(({ id }) => allowed(as((scope) => markPaymentPaid(scope, id)))),
        allowed(as((scope) => generatePayments(scope))),
        allowed(as((scope) => generatePayments(scope, { dealId: deal.id }))),
      ]);

      const now = await payments(deal);
      for (const [id, payment] of settled) expect(now.find((one) => one.id === id)).toEqual(payment);
      for (const one of now.filter((payment) => payment.status === "paid")) settled.set(one.id, one);
      // The edits may win every race against the payments. So one more month is paid without a race, for the next
      // rounds.
      const due = now.find((one) => one.status === "pending" && one.period <= "2026-09-01");
      if (round % 3 === 2 && due) {
        await as((scope) => markPaymentPaid(scope, due.id));
        settled.set(
          due.id,
          (await payments(deal)).find((one) => one.id === due.id)!,
        );
      }
      const names = now.map((one) => one.period.slice(0, 7));
      expect(new Set(names).size).toBe(names.length);
      const [contract] = await rows<{ start: string; months: number; commission: string }>(
        `select contract_start_date::text as start, contract_duration_months as months,
                commission_amount as commission from deal`,
      );
      const wanted = monthStarts(day(contract!.start), contract!.months);
      expect(wanted.filter((month) => !names.includes(month.slice(0, 7)))).toEqual([]);
      for (const one of now.filter((payment) => payment.status === "pending")) {
        expect(wanted).toContain(one.period);
        expect(one.amount).toBe(contract!.commission);
      }
    }
    expect(settled.size).toBeGreaterThan(2);
    expect(refused.filter((code) => !["not_found", "payment_not_due"].includes(code))).toEqual([]);
    expect(await as((scope) => generatePayments(scope))).toMatchObject({ created: 0 });
  });

  test("prevents a generator that started before the edit from restoring the old contract", async () => {
    const deal = await recurringDeal(db.database, org, affiliate);
    await db.ownerPool.query("delete from commission_payment");
    await db.ownerPool.query(`
      create function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(0.05); return new; end $$;
      create trigger slow before insert on commission_payment for each row execute function slow()`);
    const input = editDealSchema.parse({
      ...monthly,
      mrr: "50",
      contract_start_date: "2026-03-01",
      contract_duration_months: "4",
      deal_id: deal.id,
    });
    const generating = as((scope) => generatePayments(scope));
    await untilWriting(db.ownerPool, "commission_payment");
    await as((scope) => editDeal(scope, input));
    await generating;
    expect((await payments(deal)).map(({ period, amount }) => [period, amount])).toEqual(
      monthStarts(day("2026-03-01"), 4).map((period) => [period, "500"]),
    );
  });

  test("makes a generator that starts during the edit use the new contract", async () => {
    const deal = await recurringDeal(db.database, org, affiliate);
    const input = editDealSchema.parse({
      ...monthly,
      contract_start_date: "2026-01-20",
      deal_id: deal.id,
    });
    let generating: Promise<unknown> = Promise.resolve();
    await as(async (scope) => {
      await editDeal(scope, input);
      generating = as((other) => generatePayments(other, { dealId: deal.id }));
      await untilBlocked(db.ownerPool);
    });
    await generating;
    expect((await payments(deal)).map(({ period }) => period)).toEqual(monthStarts(day("2026-01-20"), 12));
  });
});

test("[LEAD-10] the form of a foreign or unknown deal does not exist", async () => {
  const deal = await recurringDeal(db.database, org, affiliate);
  const foreign = await createOrg(db.database);
  const read = (from: Org, id: unknown) => asOwner(db.database, from, (scope) => readEditableDeal(scope, id));
  expect(await read(foreign, deal.id)).toBeNull();
  for (const id of [randomUUID(), "1", undefined]) expect(await read(org, id)).toBeNull();
  const own = await read(org, deal.id);
  expect(own).toMatchObject({
    hasAffiliate: true,
    paid: false,
    contract: { currency: "EUR", recurring: { mrr: 10_000, months: 12, start: "2026-01-15" } },
    terms: { version: 1, revShareBp: 1_000 },
  });
  expect(own!.payments).toHaveLength(12);
  expect(own!.payments.at(-1)!.period).toBe(addMonths(day("2026-01-15"), 11));
});
