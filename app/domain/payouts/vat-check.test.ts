import { expect, test } from "vitest";
import { againAt, isCheckDue, questionOf } from "./vat-check";

const now = new Date("2026-03-20T12:00:00Z");
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);

test.each([
  ["FR61954506077", { vatId: "DE136695976", country: "DE" }, "DE136695976"],
  ["FR61954506077", { vatId: null, country: "DE" }, null],
  ["EL123456783", { vatId: null, country: "AT" }, null],
  ["ATU33864707", { vatId: "CHE123456788", country: "CH" }, null],
])("[PAY-01] VIES is asked about %s for a payer of %o", (vatId, payer, requesterVatId) => {
  expect(questionOf(vatId, payer)).toEqual({ vatId, requesterVatId });
});

test.each([
  [null, { vatId: "DE136695976", country: "DE" }],
  ["DE136695976", { vatId: "DE136695976", country: "DE" }],
  ["DE136695976", { vatId: null, country: "DE" }],
  ["EL123456783", { vatId: null, country: "GR" }],
  ["CHE123456788", { vatId: null, country: "DE" }],
  ["GB333289454", { vatId: null, country: "DE" }],
  ["FR61954506077", { vatId: null, country: null }],
])("[PAY-01] VIES is not asked about %s for a payer of %o", (vatId, payer) => {
  expect(questionOf(vatId, payer)).toBeNull();
});

test("[PAY-01] an answer counts for 90 days, and without one VIES is asked once a day", () => {
  const last = (outcome: string, days: number, attempt = 0) => ({ outcome, attempt, checkedAt: daysAgo(days) });
  expect(isCheckDue(null, now)).toBe(true);
  for (const outcome of ["valid", "invalid"]) {
    expect(isCheckDue(last(outcome, 90), now)).toBe(false);
    expect(isCheckDue(last(outcome, 90.1), now)).toBe(true);
    // A repeated attempt finds that another one has succeeded.
    expect(isCheckDue(last(outcome, 0), now, 3)).toBe(false);
  }
  expect(isCheckDue(last("unavailable", 0.9), now)).toBe(false);
  expect(isCheckDue(last("unavailable", 1.1), now)).toBe(true);
  expect(isCheckDue(last("unavailable", 0, 1), now, 1)).toBe(false);
  expect(isCheckDue(last("unavailable", 0, 1), now, 2)).toBe(true);
});

test("[PAY-01] an unavailable VIES is asked four times again, at growing intervals", () => {
  const times = [0, 1, 2, 3, 4].map((failed) => againAt(failed, now)?.toISOString() ?? null);
  expect(times).toEqual([
    "2026-03-20T12:10:00.000Z",
    "2026-03-20T13:00:00.000Z",
    "2026-03-20T16:00:00.000Z",
    "2026-03-21T00:00:00.000Z",
    null,
  ]);
});
