import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addMonths, day, monthStarts, type Day } from "../shared/dates";
import { monthUnder, planPayments, type ExistingPayment, type PaidMonths } from "./plan-payments";

const euro = (amount: number) => ({ amount, currency: "EUR" });
const contract = (start: string, months: number, commission = 1_000): PaidMonths => ({
  start: day(start),
  months,
  commission: euro(commission),
});

/** Creates payments of 10.00 for each month of a contract, the first `paid` of them paid. */
const payments = (start: string, months: number, paid: number): ExistingPayment[] =>
  monthStarts(day(start), months).map((period, index) => ({
    id: period,
    period,
    amount: euro(1_000),
    paid: index < paid,
  }));

/** Summarizes a plan: the number of changes of each kind, and the added months. */
function short(existing: ExistingPayment[], next: PaidMonths) {
  const { changed, removed, added, ...rest } = planPayments(existing, next);
  return { changed: changed.length, removed: removed.length, added, ...rest };
}

const nothing = { changed: 0, removed: 0, added: [], kept: 0, paid: 0, paidOutside: 0 };

describe("[LEAD-10] the payments of an edited deal", () => {
  test("stay if nothing changes", () => {
    expect(short(payments("2026-01-31", 12, 3), contract("2026-01-31", 12))).toEqual({
      ...nothing,
      kept: 9,
      paid: 3,
    });
  });

  test("get the new commission while pending and stay if paid", () => {
    expect(short(payments("2026-01-31", 12, 3), contract("2026-01-31", 12, 1_100))).toEqual({
      ...nothing,
      changed: 9,
      paid: 3,
    });
  });

  test("of the last months are removed by a shorter contract, except paid ones", () => {
    expect(short(payments("2026-01-31", 12, 3), contract("2026-01-31", 5))).toMatchObject({
      kept: 2,
      removed: 7,
    });
    expect(short(payments("2026-01-31", 12, 5), contract("2026-01-31", 3))).toEqual({
      ...nothing,
      removed: 7,
      paid: 5,
      paidOutside: 2,
    });
  });

  test("are added by a longer contract, each at the end of its month", () => {
    expect(short(payments("2026-01-31", 2, 1), contract("2026-01-31", 4))).toEqual({
      ...nothing,
      kept: 1,
      paid: 1,
      added: ["2026-03-31", "2026-04-30"],
    });
  });

  test("move with a start moved by days, and a paid month is not paid again", () => {
    expect(short(payments("2026-01-15", 4, 2), contract("2026-01-01", 4))).toEqual({
      ...nothing,
      removed: 2,
      added: ["2026-03-01", "2026-04-01"],
      paid: 2,
    });
  });

  test("stay if paid before a start moved by months", () => {
    expect(short(payments("2026-01-15", 4, 2), contract("2026-02-15", 4))).toEqual({
      ...nothing,
      kept: 2,
      added: ["2026-05-15"],
      paid: 2,
      paidOutside: 1,
    });
  });

  test.each([null, euro(0)])("are removed while pending if the commission is %j", (commission) => {
    const next = { ...contract("2026-01-15", 4), commission };
    expect(short(payments("2026-01-15", 4, 1), next)).toEqual({ ...nothing, removed: 3, paid: 1 });
  });

  test("cover every month of the contract once, and planning again changes nothing", () => {
    const start = fc.integer({ min: 0, max: 40 }).chain((months) =>
      fc.integer({ min: 1, max: 31 }).map((date): Day => {
        const month = addMonths(day("2026-01-01"), months).slice(0, 8);
        return day(`${month}${String(Math.min(date, 28)).padStart(2, "0")}`);
      }),
    );
    const length = fc.integer({ min: 1, max: 40 });
    fc.assert(
      fc.property(
        start,
        length,
        fc.array(fc.boolean(), { maxLength: 40 }),
        fc.array(fc.tuple(start, length, fc.integer({ min: 0, max: 3 })), { minLength: 1, maxLength: 5 }),
        (from, months, paid, edits) => {
          let now = payments(from, months, 0).map((one, index) => ({ ...one, paid: paid[index] ?? false }));
          for (const [to, count, commission] of edits) {
            const next = contract(to, count, commission);
            const plan = planPayments(now, next);
            const settled = now.filter((one) => one.paid);
            now = [
              ...now
                .filter((one) => !plan.removed.includes(one))
                .map((one) => (plan.changed.includes(one) ? { ...one, amount: euro(commission) } : one)),
              ...plan.added.map((period) => ({
                id: `${period} ${commission}`,
                period,
                amount: euro(commission),
                paid: false,
              })),
            ];
            expect(now.filter((one) => one.paid)).toEqual(settled);
            const names = now.map((one) => one.period.slice(0, 7));
            expect(new Set(names).size).toBe(names.length);
            const wanted = commission ? monthStarts(to, count).map((one) => one.slice(0, 7)) : [];
            expect(wanted.filter((name) => !names.includes(name))).toEqual([]);
            for (const one of now.filter((payment) => !payment.paid)) {
              expect(monthStarts(to, count)).toContain(one.period);
              expect(one.amount).toEqual(euro(commission));
            }
            expect(short(now, next)).toMatchObject({ changed: 0, removed: 0, added: [] });
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe("[LEAD-10] a month under another contract", () => {
  test("has the day of that contract and its commission", () => {
    const next = contract("2026-01-31", 3, 2_000);
    expect(monthUnder(next, day("2026-02-15"))).toEqual({ period: "2026-02-28", amount: euro(2_000) });
    expect(monthUnder(next, day("2026-01-01"))).toEqual({ period: "2026-01-31", amount: euro(2_000) });
    expect(monthUnder(next, day("2026-04-01"))).toBeNull();
    expect(monthUnder(next, day("2025-12-31"))).toBeNull();
    expect(monthUnder(contract("2999-01-01", 3), day("1999-01-01"))).toBeNull();
  });

  test("has no payment without a commission", () => {
    expect(monthUnder(contract("2026-01-31", 3, 0), day("2026-01-31"))).toBeNull();
    expect(monthUnder({ ...contract("2026-01-31", 3), commission: null }, day("2026-01-31"))).toBeNull();
    expect(monthUnder(contract("2026-01-31", 3, 1), day("2026-01-31"))?.amount).toEqual(euro(1));
  });
});
