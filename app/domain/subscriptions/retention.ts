import { subscriptionState, type SubscriptionFacts } from "./subscription";

// What becomes of the data of an organization that is paused and stays so (BIL-06).

const DAY_MS = 24 * 60 * 60 * 1000;

/** How many days before the end owners are warned. */
export const warningDays = [7, 1] as const;
export type WarningDays = (typeof warningDays)[number];

/**
 * Data are deleted that long after the end, so that the last warning, which may come with the hourly run after, is a
 * day old.
 */
export const GRACE_MS = 60 * 60 * 1000;

/** That owners were warned. */
export interface Warning {
  days: number;
  /** The end that they were told. */
  keptUntil: Date;
  createdAt: Date;
}

/** What is due now. `keptUntil`: the end of keeping the data. */
export type RetentionStep =
  | { step: "none" }
  | { step: "warn"; days: WarningDays; keptUntil: Date }
  | { step: "delete"; keptUntil: Date };

/**
 * Decides what is due. Nothing while there is a subscription or a trial. A warning that was missed, because nothing ran
 * for days, is given late: only the last one, when its day has come too. Nothing is deleted within a day of that one.
 */
export function retentionStep(facts: SubscriptionFacts, warnings: readonly Warning[], now: Date): RetentionStep {
  const state = subscriptionState(facts, now);
  if (state.status !== "expired") return { step: "none" };
  const { keptUntil } = state;
  const given = warnings.filter((one) => one.keptUntil.getTime() === keptUntil.getTime());
  const left = keptUntil.getTime() - now.getTime();
  const last = given.filter(({ days }) => days === 1).map(({ createdAt }) => createdAt.getTime());
  if (left > DAY_MS) {
    const isDue = left <= 7 * DAY_MS && given.length === 0;
    return isDue ? { step: "warn", days: 7, keptUntil } : { step: "none" };
  }
  if (last.length === 0) return { step: "warn", days: 1, keptUntil };
  const isOver = -left >= GRACE_MS && now.getTime() >= Math.min(...last) + DAY_MS;
  return isOver ? { step: "delete", keptUntil } : { step: "none" };
}

/** Until when data are kept at least, as a warning says it: a day longer than the warning, if that came late. */
export const promisedUntil = ({ keptUntil, createdAt }: Pick<Warning, "keptUntil" | "createdAt">): Date =>
  new Date(Math.max(keptUntil.getTime(), createdAt.getTime() + DAY_MS));
