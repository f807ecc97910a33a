import { expect, test } from "vitest";
import type { Day } from "../shared/dates";
import { matchReceipts, type MatchableTransaction } from "./match-receipts";

const of = (number: number, more: Partial<MatchableTransaction>): MatchableTransaction => ({
  id: `0199a0c4-7d5e-7000-8000-${String(number).padStart(12, "a")}`,
  affiliate: "Jörg Müller",
  company: "Nordwind GmbH",
  deal: "Shop relaunch",
  amount: { amount: 125_000, currency: "EUR" },
  paidDate: "2026-11-28" as Day,
  period: "2026-11-01" as Day,
  ...more,
});

const jörg = of(1, {});
const anna = of(2, { affiliate: "Anna-Lena Weiß", company: "Café Sol", deal: "App", amount: money(98_50) });
const bo = of(3, { affiliate: "Bo Lind", company: "Alster AG", deal: "CRM", amount: money(30_000) });
const all = [jörg, anna, bo];

function money(amount: number, currency = "EUR") {
  return { amount, currency };
}

test.each([
  ["Jörg Müller.pdf", 0],
  ["Ueberweisung_Joerg_Mueller.pdf", 0],
  ["receipt-muller-jorg.PDF", 0],
  ["JoergMueller2026.pdf", 0],
  ["nordwind 1.250,00 EUR.pdf", 0],
  ["1250.pdf", 0],
  ["2026-11-28_1,250.00.jpg", 0],
  ["28.11.2026_98,50.png", 1],
  ["Quittung cafe sol.pdf", 1],
  ["anna lena weiss.pdf", 1],
  ["payment-aaaaaaaaaaa3.pdf", 2],
  [`${bo.id}.pdf`, 2],
  ["CRM_300.pdf", 2],
])("[WORK-04] the name %s tells the transaction", (name, index) => {
  expect(matchReceipts([name], all)).toEqual([index]);
});

test.each(["scan0001.pdf", "2026-11-28.pdf", "Müller.pdf", "Nordwind Alster.pdf", "GmbH.pdf", "12500.pdf", ""])(
  "[WORK-04] the name %s is left to the user",
  (name) => {
    expect(matchReceipts([name], all)).toEqual([null]);
  },
);

test("[WORK-04] amount and month decide between transactions of one affiliate", () => {
  const months = ["2026-09-01", "2026-10-01"].map((period, index) =>
    of(index, { period: period as Day, amount: money(5_000) }),
  );
  const higher = of(5, { amount: money(7_000), period: "2026-09-01" as Day });
  const names = ["Müller Jörg 2026-10.pdf", "müller jörg 70.pdf", "Jörg Müller.pdf"];
  // The last one fits what the others leave.
  expect(matchReceipts(names, [...months, higher])).toEqual([1, 2, 0]);
  expect(matchReceipts(["Jörg Müller.pdf"], months)).toEqual([null]);
});

test("[WORK-04] of two files that fit one transaction equally, neither is taken; a better one is", () => {
  expect(matchReceipts(["Bo Lind.pdf", "bo-lind (1).pdf"], all)).toEqual([null, null]);
  expect(matchReceipts(["Bo Lind.pdf", "bo-lind 300.pdf"], all)).toEqual([null, 1 + 1]);
});

test("[WORK-04] currencies without decimals", () => {
  expect(matchReceipts(["12500.pdf"], [of(1, { amount: money(12_500, "JPY") })])).toEqual([0]);
});
