import { DAY_MS } from "~/domain/shared/dates";
import { parseCronItems, type CronItem } from "graphile-worker";
import { jobs, jobsBy, type ClockJobName } from "~/domain/shared/jobs";

/** Returns the schedule of a job. The job key merges several missed runs into one job. */
function scheduleOf(task: ClockJobName): CronItem {
  const { match, madeUpDays } = jobs[task].clock;
  const replaced = madeUpDays > 0 ? ({ jobKeyMode: "replace" } as const) : {};
  return { task, match, options: { backfillPeriod: madeUpDays * DAY_MS, jobKey: task, ...replaced } };
}

/** Parsed schedules of the jobs that run at fixed times. */
export const crontab = parseCronItems(jobsBy("clock").map(scheduleOf));
