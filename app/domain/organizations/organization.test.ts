import { expect, test } from "vitest";
import { plans, subscriptionState, timeZones, TRIAL_DAYS, trialDaysLeft } from "./organization";

const end = new Date("2026-03-20T12:00:00Z");
const before = (milliseconds: number) => new Date(end.getTime() - milliseconds);
const DAY = 86_400_000;

test("[BIL-01] [PUB-09] the trial counts whole days, rounded up, and then is over", () => {
  expect(TRIAL_DAYS).toBe(7);
  expect(trialDaysLeft(end, before(7 * DAY))).toBe(7);
  expect(trialDaysLeft(end, before(DAY + 1))).toBe(2);
  expect(trialDaysLeft(end, before(DAY))).toBe(1);
  expect(trialDaysLeft(end, before(-3 * DAY))).toBe(0);
  expect(subscriptionState(end, before(1))).toEqual({ status: "trial", daysLeft: 1 });
  expect(subscriptionState(end, end)).toEqual({ status: "expired" });
});

test("[ORG-06] every time zone can be chosen, sorted, each once, an older name that is set among them", () => {
  const zones = timeZones("US/Pacific");
  expect(zones).toEqual([...new Set(zones)].sort());
  expect(zones).toEqual(expect.arrayContaining(["Europe/Berlin", "UTC", "US/Pacific"]));
  expect(timeZones("UTC")).not.toContain("US/Pacific");
});

test("[PUB-09] what the plan costs", () => {
  const told = plans.map(({ interval, perMonth, total }) => [interval, perMonth.amount, total.amount]);
  expect(told).toEqual([
    ["yearly", 900, 10_800],
    ["monthly", 1_900, 1_900],
  ]);
  for (const { perMonth, total } of plans)
    expect([perMonth.currency, total.currency]).toEqual(["EUR", "EUR"]);
});
