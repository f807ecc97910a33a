import { todayIn, type Day } from "../shared/dates";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { isFresh } from "./closing.schema";
import { closedUntil, isPaid, subscriptionState } from "../subscriptions/subscription";

/** What an owner has to know before closing the organization. */
export interface BeforeClosing {
  organization: string;
  /** The day after which its data would be deleted. */
  until: Day;
  /** Whether a subscription would not be renewed. */
  isSubscribed: boolean;
  /** When the data archive was last downloaded; null for never. */
  archivedAt: Date | null;
  /** Whether that is recent enough to close the organization without a confirmation. */
  isArchived: boolean;
}

/**
 * Reads what closing the organization now would mean.
 * Throws `forbidden`.
 */
export async function readBeforeClosing(scope: Scope): Promise<BeforeClosing> {
  requireStaff(scope);
  const { name, timeZone, subscriptionStatus, subscriptionCancels } = await scope.organization();
  const archivedAt = await lastArchive(scope);
  return {
    organization: name,
    until: todayIn(timeZone, closedUntil(scope.now)),
    isSubscribed: subscriptionStatus !== null && isPaid[subscriptionStatus] && !subscriptionCancels,
    archivedAt,
    isArchived: isFresh(archivedAt, scope.now),
  };
}

/** Returns when the data archive was last downloaded; null for never. */
export async function lastArchive(scope: Scope): Promise<Date | null> {
  const archived = await scope.db.auditEntry.findFirst({
    where: { action: "organization.archive" },
    orderBy: { createdAt: "desc" },
    select: { createdAt: true },
  });
  return archived?.createdAt ?? null;
}

/** Returns the day after which a closed organization is deleted; null while it is open. */
export async function closedUntilDay(scope: Pick<Scope, "now" | "organization">): Promise<Day | null> {
  const facts = await scope.organization();
  const state = subscriptionState(facts, scope.now);
  return facts.closedAt && state.status === "expired" ? todayIn(facts.timeZone, state.retainUntil) : null;
}
