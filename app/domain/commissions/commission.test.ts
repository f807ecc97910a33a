import { paymentState, paymentStates } from "../deals/plan-payments";
import { expect, test } from "vitest";
import { day, type Day } from "../shared/dates";
import { MAX_AT_ONCE, MAX_NAMED, paymentSorts, paymentTabs, usualOrder } from "./commission";
import { isTooLate, UNDO, undoEnds } from "../shared/undo";

test("[COM-02] an unpaid commission is planned before its day and due from that day on", () => {
  const today = day("2026-03-20");
  const stateOf = (due: Day, paid = false) => paymentState(paid, { period: due, due }, today);
  expect(stateOf(day("2026-03-19"))).toBe("due");
  expect(stateOf(today)).toBe("due");
  expect(stateOf(day("2026-03-21"))).toBe("planned");
  expect(stateOf(day("2026-03-21"), true)).toBe("paid");
  expect(stateOf(today, true)).toBe("paid");
});

test("[PAY-13] [PAY-18] a begun commission waits until the customer has paid, and then for its holding days", () => {
  const today = day("2026-03-20");
  const stateOf = (period: string, due: string | null) =>
    paymentState(false, { period: day(period), due: due === null ? null : day(due) }, today);
  expect(stateOf("2026-03-01", null)).toBe("waiting");
  expect(stateOf("2026-03-20", null)).toBe("waiting");
  expect(stateOf("2026-03-21", null)).toBe("planned");
  expect(stateOf("2026-03-01", "2026-03-21")).toBe("planned");
  expect(stateOf("2026-03-01", "2026-03-20")).toBe("due");
});

test("[COM-01] [COM-06] lists the tabs, and limits how many commissions are paid together", () => {
  expect(paymentStates).toEqual(["due", "waiting", "planned", "paid"]);
  expect(paymentTabs).toEqual(["due", "waiting", "planned", "paid", "all"]);
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

test("[COM-01] unpaid payments start with the earliest day, the others with the latest", () => {
  expect(paymentTabs.map((tab) => usualOrder(tab))).toEqual([
    { by: "period", direction: "asc" },
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
