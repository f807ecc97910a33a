import { describe, expect, test } from "vitest";
import { addDays, day } from "../shared/dates";
import { endReasons, fateOf, type EndReason } from "./deal-end";
import { planPayments } from "./plan-payments";
import { previewEnd, problemOfEnd, worthUntil, type EndableDeal } from "./preview-end";

const eur = (amount: number) => ({ amount, currency: "EUR" });
const end = (reason: EndReason, on: string) => ({ reason, day: day(on) });

const monthly: EndableDeal = {
  id: "deal",
  contract: {
    title: "Deal",
    currency: "EUR",
    amount: 60_000,
    closeDate: day("2026-01-15"),
    recurring: { mrr: 10_000, months: 6, start: day("2026-01-15"), end: day("2026-07-15") },
  },
  commission: eur(1_000),
  paid: false,
  payments: ["2026-01-15", "2026-02-15", "2026-03-15", "2026-04-15", "2026-05-15", "2026-06-15"].map(
    (period, index) => ({
      id: period,
      period: day(period),
      amount: eur(1_000),
      paid: [0, 2].includes(index),
    }),
  ),
};
const once: EndableDeal = {
  id: "deal",
  commission: eur(5_000),
  paid: false,
  payments: [],
  contract: {
    title: "Deal",
    currency: "EUR",
    amount: 50_000,
    closeDate: day("2026-01-15"),
    recurring: null,
  },
};

describe("[LEAD-16] the commission of a deal that ends", () => {
  const fates = (reason: EndReason, on: string) =>
    previewEnd(monthly, end(reason, on)).commissions.map(({ fate }) => fate);

  // January and March are paid; the deal ends in March.
  test.each<[EndReason, string[]]>([
    ["customer_did_not_pay", ["paid", "ends", "owed_back", "ends", "ends", "ends"]],
    ["cancelled_by_customer", ["paid", "stays", "owed_back", "ends", "ends", "ends"]],
    ["our_fault", ["paid", "stays", "paid", "stays", "stays", "stays"]],
  ])("follows the reason %s", (reason, expected) => {
    expect(fates(reason, "2026-03-01")).toEqual(expected);
  });

  test("ends for a month that begins on the day and stays for a month that begins the day before", () => {
    expect(fates("cancelled_by_customer", "2026-04-15")[3]).toBe("ends");
    expect(fates("cancelled_by_customer", "2026-04-16")[3]).toBe("stays");
  });

  test("of a one-time deal ends as a whole, whatever its close date", () => {
    const of = (reason: EndReason, paid: boolean) =>
      previewEnd({ ...once, paid }, end(reason, "2026-09-01")).commissions[0]!.fate;
    expect(endReasons.map((reason) => of(reason, false))).toEqual(["ends", "ends", "stays"]);
    expect(endReasons.map((reason) => of(reason, true))).toEqual(["owed_back", "owed_back", "paid"]);
  });

  test("is previewed also for months without a payment, with sums per fate", () => {
    const { commissions, sums } = previewEnd(
      { ...monthly, payments: monthly.payments.slice(0, 3) },
      end("cancelled_by_customer", "2026-03-01"),
    );
    expect(commissions).toHaveLength(6);
    expect(sums).toEqual({
      paid: [eur(1_000)],
      stays: [eur(1_000)],
      owed_back: [eur(1_000)],
      ends: [eur(3_000)],
    });
    expect(previewEnd({ ...monthly, commission: null, payments: [] }, end("our_fault", "2026-03-01"))).toEqual({
      commissions: [],
      sums: { paid: [], stays: [], owed_back: [], ends: [] },
      worth: eur(20_000),
    });
  });

  test("ends for exactly the unpaid months that the payment plan omits", () => {
    for (const reason of endReasons) {
      for (let shift = 0; shift < 190; shift += 5) {
        const ended = { reason, day: addDays(day("2026-01-10"), shift) };
        const { recurring } = monthly.contract;
        const plan = planPayments(monthly.payments, { ...recurring!, commission: eur(1_000), ended });
        const ends = monthly.payments.filter((one) => fateOf(ended, one) === "ends");
        expect(plan.removed).toEqual(ends);
        expect(plan.added).toEqual([]);
      }
    }
  });
});

test("[LEAD-16] an ended deal is worth the months that began before its end, a one-time deal nothing", () => {
  const worth = (on: string) => worthUntil(monthly.contract, { day: day(on) }).amount;
  expect(["2026-01-15", "2026-01-16", "2026-04-15", "2026-04-16", "2026-07-14"].map(worth)).toEqual([
    0, 10_000, 30_000, 40_000, 60_000,
  ]);
  expect(worthUntil(once.contract, { day: day("2027-01-01") })).toEqual(eur(0));
});

test("[LEAD-16] a recurring deal ends within its contract, and a missing payment cannot be in the future", () => {
  const today = day("2026-03-20");
  const code = (deal: EndableDeal, reason: EndReason, on: string) =>
    problemOfEnd(deal.contract, end(reason, on), today)?.code ?? null;
  expect(code(monthly, "cancelled_by_customer", "2026-06-01")).toBeNull();
  expect(code(monthly, "cancelled_by_customer", "2026-01-14")).toBe("deal_end_outside");
  expect(code(monthly, "cancelled_by_customer", "2026-07-15")).toBe("deal_end_outside");
  expect(code(monthly, "customer_did_not_pay", "2026-03-21")).toBe("deal_end_in_future");
  expect(code(once, "cancelled_by_customer", "2026-03-21")).toBe("deal_end_in_future");
  expect(code(once, "our_fault", "2026-03-20")).toBeNull();
});
