import { DAY_MS } from "../shared/dates";
import { subscriptionState, type SubscriptionFacts } from "./subscription";

// Decides about the data of an organization that stays paused (BIL-06).

/** Days before the end when owners are warned. */
export const warningDays = [7, 1] as const;
export type WarningDays = (typeof warningDays)[number];

/**
 * Time between the end and the deletion, so that the last warning, which may be sent by the following hourly run, is a
 * day old.
 */
export const GRACE_MS = 60 * 60 * 1000;

/** A warning that was sent to owners. */
export interface Warning {
  days: number;
  /** The end of the retention period in the warning. */
  retainUntil: Date;
  createdAt: Date;
}

/** The step that is due now. `retainUntil` is the end of the retention period. */
export type RetentionStep =
  | { step: "none" }
  | { step: "warn"; days: WarningDays; retainUntil: Date }
  | { step: "delete"; retainUntil: Date };

/**
 * Returns the step that is due. There is none during a subscription or a trial. A missed warning, because nothing ran
 * for days, is sent late; if the last one is due too, only that one is sent. Nothing is deleted within a day of the
 * last warning.
 */
export function retentionStep(facts: SubscriptionFacts, warnings: readonly Warning[], now: Date): RetentionStep {
  const state = subscriptionState(facts, now);
  if (state.status !== "expired") return { step: "none" };
  const { retainUntil } = state;
  const given = warnings.filter((one) => one.retainUntil.getTime() === retainUntil.getTime());
  const left = retainUntil.getTime() - now.getTime();
  const last = given.filter(({ days }) => days === 1).map(({ createdAt }) => createdAt.getTime());
  if (left > DAY_MS) {
    const isDue = left <= 7 * DAY_MS && given.length === 0;
    return isDue ? { step: "warn", days: 7, retainUntil } : { step: "none" };
  }
  if (last.length === 0) return { step: "warn", days: 1, retainUntil };
  const mayDelete = -left >= GRACE_MS && now.getTime() >= Math.min(...last) + DAY_MS;
  return mayDelete ? { step: "delete", retainUntil } : { step: "none" };
}

/** Returns the date in a warning until which data are kept at least: a day after a late warning. */
export const promisedUntil = ({ retainUntil, createdAt }: Pick<Warning, "retainUntil" | "createdAt">): Date =>
  new Date(Math.max(retainUntil.getTime(), createdAt.getTime() + DAY_MS));
