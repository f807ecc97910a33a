import { todayIn, type Day } from "../shared/dates";
import type { Scope } from "../shared/scope";
import { changeOf, type LeadChange } from "./lead";

/** A step of a lead as its affiliate sees it (LEAD-14). */
export interface LeadStep {
  key: "submitted" | LeadChange;
  day: Day;
  /** Why the lead was lost. */
  reason: string | null;
}

/** Limit for the shown changes, latest first, because a lead may change status any number of times. */
const MAX_CHANGES = 30;

/**
 * Returns how a lead came to its status, oldest first: the submission and its changes, without winning. An affiliate
 * gets only the changes of their own leads, because the database hides all others.
 */
export async function leadSteps(scope: Scope, lead: { id: string; createdAt: Date }): Promise<LeadStep[]> {
  const { timeZone } = await scope.organization();
  const changes = await scope.db.leadStatusChange.findMany({
    where: { leadId: lead.id, toStatus: { not: "converted" } },
    orderBy: { createdAt: "desc" },
    take: MAX_CHANGES,
    select: { fromStatus: true, toStatus: true, reason: true, createdAt: true },
  });
  return [
    { key: "submitted", day: todayIn(timeZone, lead.createdAt), reason: null },
    ...changes.reverse().map((change) => ({
      key: changeOf(change as Parameters<typeof changeOf>[0]),
      day: todayIn(timeZone, change.createdAt),
      reason: change.reason,
    })),
  ];
}
