import { paymentState, paymentStates } from "../deals/plan-payments";
import { expect, test } from "vitest";
import { day } from "../shared/dates";
import { MAX_AT_ONCE, MAX_NAMED, paymentSorts, paymentTabs, usualOrder } from "./commission";
import { isTooLate, UNDO, undoEnds } from "../shared/undo";

test("[COM-02] an unpaid commission is planned before its day and due from that day on", () => {
  const today = day("2026-03-20");
  expect(paymentState(false, day("2026-03-19"), today)).toBe("due");
  expect(paymentState(false, today, today)).toBe("due");
  expect(paymentState(false, day("2026-03-21"), today)).toBe("planned");
  expect(paymentState(true, day("2026-03-21"), today)).toBe("paid");
  expect(paymentState(true, today, today)).toBe("paid");
});

test("[COM-01] [COM-06] lists the tabs, and limits how many commissions are paid together", () => {
  expect(paymentStates).toEqual(["due", "planned", "paid"]);
  expect(paymentTabs).toEqual(["due", "planned", "paid", "all"]);
  expect(MAX_AT_ONCE).toBe(500);
  expect(MAX_NAMED).toBe(9);
});

test("[COM-02] the undo button disappears before the time to undo ends", () => {
  expect(UNDO).toEqual({ seconds: 25, shown: 20, extended: 300 });
  const done = new Date("2026-03-20T12:00:00Z");
  expect(undoEnds(done)).toEqual(new Date("2026-03-20T12:05:00Z"));
  expect(isTooLate(done, undoEnds(done))).toBe(false);
  expect(isTooLate(done, new Date("2026-03-20T12:05:00.001Z"))).toBe(true);
});

test("[COM-01] due and planned payments start with the earliest day, the others with the latest", () => {
  expect(paymentTabs.map((tab) => usualOrder(tab))).toEqual([
    { by: "period", direction: "asc" },
    { by: "period", direction: "asc" },
    { by: "period", direction: "desc" },
    { by: "period", direction: "desc" },
  ]);
});

test("[COM-01] only paid payments can be sorted by payment date", () => {
  expect(paymentSorts("paid")).toEqual(["period", "paid_date"]);
  for (const tab of ["due", "planned", "all"] as const) expect(paymentSorts(tab)).toEqual(["period"]);
});
