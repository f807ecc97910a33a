import { describe, expect, test } from "vitest";
import type { OwnDealDetails } from "~/domain/deals/own-deal";
import { day } from "~/domain/shared/dates";
import { dealSteps } from "./deal-steps";

const month = (period: string, paidDate: string | null) =>
  ({
    periodStart: day(period),
    paidDate: paidDate && day(paidDate),
  }) as unknown as OwnDealDetails["schedule"][0];

const submitted = { key: "submitted", day: day("2026-01-02"), reason: null } as const;
const qualified = { key: "qualified", day: day("2026-01-05"), reason: null } as const;

/** Returns the steps of a deal, each as "key progress day". */
function steps(deal: Partial<OwnDealDetails>): string[] {
  const whole = {
    steps: [submitted],
    wonOn: day("2026-01-09"),
    closeDate: day("2026-01-20"),
    due: day("2026-01-20"),
    state: "due",
    payments: null,
    paymentDate: null,
    receiptUrl: null,
    schedule: [],
    ...deal,
  } as unknown as OwnDealDetails;
  return dealSteps(whole).map(({ key, progress, day }) => [key, progress, day ?? "-"].join(" "));
}

const begin = ["submitted done 2026-01-02", "won done 2026-01-09"];

describe("[POR-03] the timeline of a deal", () => {
  test("shows when its lead was qualified", () => {
    expect(steps({ steps: [submitted, qualified] })).toEqual([
      "submitted done 2026-01-02",
      "qualified done 2026-01-05",
      "won done 2026-01-09",
      "due current 2026-01-20",
      "paid ahead -",
    ]);
  });

  test("[LEAD-16] shows the end of an ended deal, and whether anything is still owed", () => {
    const ended = { day: day("2026-02-01") } as OwnDealDetails["ended"];
    expect(steps({ state: "ended", ended })).toEqual([...begin, "ended done 2026-02-01", "nothing_owed done -"]);
    expect(steps({ state: "paid", ended, paymentDate: day("2026-01-21") })).toEqual([
      ...begin,
      "ended done 2026-02-01",
      "due done 2026-01-20",
      "paid done 2026-01-21",
    ]);
  });

  test("shows a one-off commission as due, planned or paid", () => {
    expect(steps({ state: "due" })).toEqual([...begin, "due current 2026-01-20", "paid ahead -"]);
    expect(steps({ state: "planned" })).toEqual([...begin, "due ahead 2026-01-20", "paid ahead -"]);
    expect(steps({ state: "paid", paymentDate: day("2026-02-01") })).toEqual([
      ...begin,
      "due done 2026-01-20",
      "paid done 2026-02-01",
    ]);
    // Paid before it fell due.
    expect(steps({ state: "paid", paymentDate: day("2026-01-19") })).toEqual([...begin, "paid done 2026-01-19"]);
    // Reversed: the day of the old payment is not shown.
    expect(steps({ state: "due", paymentDate: day("2026-02-01") })).toEqual([
      ...begin,
      "due current 2026-01-20",
      "paid ahead -",
    ]);
  });

  test("[COM-08] gives a commission that waits for the customer no day, and else its own day", () => {
    expect(steps({ state: "waiting", due: null })).toEqual([...begin, "due ahead -", "paid ahead -"]);
    expect(steps({ state: "planned", due: day("2026-02-03") })).toEqual([
      ...begin,
      "due ahead 2026-02-03",
      "paid ahead -",
    ]);
    // Paid although the customer had not paid.
    expect(steps({ state: "paid", due: null, paymentDate: day("2026-02-01") })).toEqual([
      ...begin,
      "paid done 2026-02-01",
    ]);
  });

  test("ends after the win if the deal pays nothing", () => {
    expect(steps({ state: "none" })).toEqual([...begin, "nothing_owed done -"]);
  });

  test("shows monthly payments as a step of their own, and as paid on the day of the last one", () => {
    const payments = { paid: 1, due: 1, waiting: 0, planned: 1, next: null };
    const schedule = [month("2026-01-01", "2026-03-05"), month("2026-02-01", "2026-02-03"), month("2026-03-01", null)];
    expect(steps({ state: "due", payments, schedule })).toEqual([...begin, "payments current -", "paid ahead -"]);
    expect(steps({ state: "running", payments, schedule })).toEqual([...begin, "payments ahead -", "paid ahead -"]);
    expect(steps({ state: "scheduling", payments })).toEqual([...begin, "payments ahead -", "paid ahead -"]);
    expect(steps({ state: "paid", payments, schedule })).toEqual([...begin, "payments done -", "paid done 2026-03-05"]);
    const deal = { state: "due", steps: [], payments, schedule: [] } as unknown as OwnDealDetails;
    expect(dealSteps(deal).find(({ key }) => key === "payments")?.counts).toEqual(payments);
  });
});
