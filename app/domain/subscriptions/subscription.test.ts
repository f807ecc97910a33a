import { describe, expect, test } from "vitest";
import {
  plans,
  RETENTION_DAYS,
  subscriptionState,
  TRIAL_DAYS,
  trialDaysLeft,
  type SubscriptionFacts,
} from "./subscription";

const DAY = 86_400_000;
const end = new Date("2026-03-20T12:00:00Z");
const after = (days: number, from = end) => new Date(from.getTime() + days * DAY);
const never: SubscriptionFacts = {
  trialEndsAt: end,
  subscriptionStatus: null,
  subscriptionEndsAt: null,
  subscriptionCancels: false,
  subscriptionUnpaid: false,
  closedAt: null,
  retainUntil: null,
};

test("[BIL-01] [BIL-02] [PUB-09] the trial counts whole days, rounded up and never below 0", () => {
  const left = (milliseconds: number) => trialDaysLeft(end, new Date(end.getTime() - milliseconds));
  expect(TRIAL_DAYS).toBe(7);
  expect([7 * DAY, 7 * DAY - 1, DAY + 1, DAY, 1, 0, -3 * DAY].map(left)).toEqual([7, 7, 2, 1, 1, 0, 0]);
});

describe("[BIL-01] the state of an organization", () => {
  test('[AUTH-10] is "trial" until its last moment, then paused with a retention period', () => {
    expect(subscriptionState(never, new Date(end.getTime() - 1))).toEqual({
      status: "trial",
      endsAt: end,
      daysLeft: 1,
    });
    expect(subscriptionState(never, end)).toEqual({
      status: "expired",
      pausedAt: end,
      retainUntil: after(RETENTION_DAYS),
      because: "trial",
    });
  });

  test.each(["active", "trialing", "past_due"] as const)(
    "is subscribed with %s, also before the trial ends and after the paid time",
    (subscriptionStatus) => {
      const facts = { ...never, subscriptionStatus, subscriptionEndsAt: after(30) };
      for (const now of [after(-2), after(2), after(400)]) {
        expect(subscriptionState(facts, now)).toEqual({
          status: "subscribed",
          endsAt: after(30),
          cancels: false,
          isPastDue: subscriptionStatus === "past_due",
        });
      }
    },
  );

  test("is subscribed until the end of the paid time if the subscription is canceled", () => {
    const facts = {
      ...never,
      ...({ subscriptionStatus: "active", subscriptionCancels: true, subscriptionEndsAt: after(9) } as const),
    };
    expect(subscriptionState(facts, after(3))).toMatchObject({ status: "subscribed", cancels: true });
  });

  test.each(["canceled", "unpaid", "paused"] as const)(
    "is paused with %s since the subscription ended",
    (subscriptionStatus) => {
      const facts = { ...never, subscriptionStatus, subscriptionEndsAt: after(100) };
      expect(subscriptionState(facts, after(101))).toEqual({
        status: "expired",
        pausedAt: after(100),
        retainUntil: after(100 + RETENTION_DAYS),
        because: subscriptionStatus === "canceled" ? "canceled" : "unpaid",
      });
      const unpaid = { ...facts, subscriptionUnpaid: true };
      expect(subscriptionState(unpaid, after(101))).toMatchObject({ because: "unpaid" });
      // The rest of the trial stays.
      const early = { ...facts, subscriptionEndsAt: after(-5) };
      expect(subscriptionState(early, after(-4))).toMatchObject({ status: "trial" });
      expect(subscriptionState(early, after(1))).toMatchObject({ pausedAt: end });
    },
  );

  test.each(["incomplete", "incomplete_expired"] as const)(
    "is as without a subscription with %s",
    (subscriptionStatus) => {
      const facts = { ...never, subscriptionStatus, subscriptionEndsAt: after(30) };
      expect(subscriptionState(facts, after(1))).toMatchObject({
        status: "expired",
        pausedAt: end,
        because: "trial",
      });
    },
  );

  test("has a retention period that an operator can extend but not shorten", () => {
    const kept = (days: number) => subscriptionState({ ...never, retainUntil: after(days) }, after(2));
    expect(kept(60)).toMatchObject({ retainUntil: after(60) });
    expect(kept(10)).toMatchObject({ retainUntil: after(RETENTION_DAYS) });
  });
});

test("[PUB-09] the plans have these prices", () => {
  const told = plans.map(({ interval, perMonth, total }) => [interval, perMonth.amount, total.amount]);
  expect(told).toEqual([
    ["yearly", 900, 10_800],
    ["monthly", 1_900, 1_900],
  ]);
  for (const { perMonth, total } of plans) expect([perMonth.currency, total.currency]).toEqual(["EUR", "EUR"]);
});
