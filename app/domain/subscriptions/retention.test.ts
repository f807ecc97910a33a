import { describe, expect, test } from "vitest";
import { promisedUntil, retentionStep, type Warning } from "./retention";
import type { SubscriptionFacts } from "./subscription";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const end = new Date("2026-03-01T12:00:00Z");
const retainUntil = new Date("2026-03-31T12:00:00Z");
const facts: SubscriptionFacts = {
  trialEndsAt: end,
  subscriptionStatus: null,
  subscriptionEndsAt: null,
  subscriptionCancels: false,
  subscriptionUnpaid: false,
  closedAt: null,
  retainUntil: null,
};
/** Returns a time before or after the end of the retention period. */
const before = (milliseconds: number) => new Date(retainUntil.getTime() - milliseconds);
const after = (milliseconds: number) => before(-milliseconds);
const warning = (days: number, createdAt: Date): Warning => ({ days, retainUntil, createdAt });
const seventh = warning(7, before(7 * DAY));
const last = warning(1, before(DAY));

describe("[BIL-06] the retention of a paused organization", () => {
  test("warns 7 days and 1 day before the end, and deletes an hour after it", () => {
    expect(retentionStep(facts, [], before(7 * DAY + 1))).toEqual({ step: "none" });
    expect(retentionStep(facts, [], before(7 * DAY))).toEqual({ step: "warn", days: 7, retainUntil });
    expect(retentionStep(facts, [seventh], before(DAY + 1))).toEqual({ step: "none" });
    expect(retentionStep(facts, [seventh], before(DAY))).toEqual({ step: "warn", days: 1, retainUntil });
    for (const now of [before(DAY - 1), before(0), after(HOUR - 1)])
      expect(retentionStep(facts, [seventh, last], now)).toEqual({ step: "none" });
    expect(retentionStep(facts, [seventh, last], after(HOUR))).toEqual({ step: "delete", retainUntil });
  });

  test("sends a missed warning late, and the last one a day before the deletion", () => {
    expect(retentionStep(facts, [], before(3 * DAY))).toEqual({ step: "warn", days: 7, retainUntil });
    expect(retentionStep(facts, [], after(9 * DAY))).toEqual({ step: "warn", days: 1, retainUntil });
    const late = warning(1, after(9 * DAY));
    expect(retentionStep(facts, [late], after(10 * DAY - 1))).toEqual({ step: "none" });
    expect(retentionStep(facts, [late], after(10 * DAY))).toEqual({ step: "delete", retainUntil });
    expect(promisedUntil(late)).toEqual(after(10 * DAY));
    expect(promisedUntil(last)).toEqual(retainUntil);
  });

  test("stops with a subscription, and warns again before an extended end", () => {
    expect(retentionStep({ ...facts, subscriptionStatus: "active" }, [seventh, last], after(9 * DAY))).toEqual({
      step: "none",
    });
    const longer = { ...facts, retainUntil: after(20 * DAY) };
    expect(retentionStep(longer, [seventh, last], after(HOUR))).toEqual({ step: "none" });
    expect(retentionStep(longer, [seventh, last], after(13 * DAY))).toEqual({
      step: "warn",
      days: 7,
      retainUntil: after(20 * DAY),
    });
  });
});
