import { parseCronItems, type CronItem } from "graphile-worker";
import type { AnyJobName } from "~/platform/jobs/catalogue";

interface Schedule extends CronItem {
  task: AnyJobName;
}

// Times are UTC. `backfillPeriod`: a run that was missed because no worker was alive is made up, once, for up to three
// days; the job key makes several missed runs one.
const schedule: Schedule[] = [
  { task: "commissions.sweep", match: "15 1 * * *", options: onceAfter(3, "commissions.sweep") },
  { task: "identity.prune", match: "30 1 * * *", options: onceAfter(3, "identity.prune") },
  { task: "tallies.fold", match: "*/5 * * * *", options: { backfillPeriod: 0, jobKey: "tallies.fold" } },
];

function onceAfter(days: number, jobKey: string): CronItem["options"] {
  return { backfillPeriod: days * 24 * 60 * 60 * 1000, jobKey, jobKeyMode: "replace" };
}

/** What runs by the clock. */
export const crontab = parseCronItems(schedule);
