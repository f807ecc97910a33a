import { todayIn, type Day } from "../shared/dates";
import type { Scope } from "../shared/scope";
import { changeOf, type LeadChange } from "./lead";

/** A step of a lead on its way, as its affiliate reads it (LEAD-14). */
export interface LeadStep {
  key: "submitted" | LeadChange;
  day: Day;
  /** Of a lost lead: why. */
  reason: string | null;
}

/** A lead may have gone back and forth any number of times; the latest changes are shown. */
const MOST_CHANGES = 30;

/**
 * How a lead came to its status, oldest first: submitted, then its changes. Winning is not among them. An affiliate
 * gets the changes of their own leads, because the database shows them no others.
 */
export async function leadSteps(scope: Scope, lead: { id: string; createdAt: Date }): Promise<LeadStep[]> {
  const { timeZone } = await scope.organization();
  const changes = await scope.db.leadStatusChange.findMany({
    where: { leadId: lead.id, toStatus: { not: "converted" } },
    orderBy: { createdAt: "desc" },
    take: MOST_CHANGES,
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
