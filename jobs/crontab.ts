import { parseCronItems, type CronItem } from "graphile-worker";
import type { AnyJobName } from "~/platform/jobs/catalogue";

interface Schedule extends CronItem {
  task: AnyJobName;
}

// Times are UTC. `backfillPeriod`: runs that were missed because no worker was running are repeated for up to three
// days.
// The job key makes one job of several missed runs.
const schedule: Schedule[] = [
  { task: "commissions.sweep", match: "15 1 * * *", options: onceAfter(3, "commissions.sweep") },
  { task: "identity.prune", match: "30 1 * * *", options: onceAfter(3, "identity.prune") },
  { task: "webhook.prune", match: "45 1 * * *", options: onceAfter(3, "webhook.prune") },
  { task: "retention.sweep", match: "5 * * * *", options: onceAfter(3, "retention.sweep") },
  { task: "subscription.sweep", match: "0 2 * * *", options: onceAfter(1, "subscription.sweep") },
  { task: "trial.sweep", match: "20 * * * *", options: onceAfter(1, "trial.sweep") },
  {
    task: "aggregates.fold",
    match: "*/5 * * * *",
    options: { backfillPeriod: 0, jobKey: "aggregates.fold" },
  },
];

function onceAfter(days: number, jobKey: string): CronItem["options"] {
  return { backfillPeriod: days * 24 * 60 * 60 * 1000, jobKey, jobKeyMode: "replace" };
}

/** The jobs that run at fixed times. */
export const crontab = parseCronItems(schedule);
