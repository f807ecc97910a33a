import { describe, expect, test } from "vitest";
import { jobNames, jobsBy } from "~/domain/shared/jobs";
import { crontab } from "./crontab";

const DAY_MS = 86_400_000;

/** Returns the times of a day at which a job runs, as "h:mm". */
function timesOf(task: string): string[] {
  const item = crontab.find((one) => one.task === task)!;
  const times = Array.from({ length: 24 * 60 }, (_, at) => ({ hour: Math.floor(at / 60), min: at % 60 }));
  return times
    .filter((time) => item.match({ ...time, date: 31, month: 12, dow: 0 }))
    .map(({ hour, min }) => `${hour}:${String(min).padStart(2, "0")}`);
}

const nightly = [
  "commissions.sweep",
  "file.sweep",
  "identity.prune",
  "webhook.prune",
  "document.prune",
  "subscription.sweep",
];
/** In the last four nights of a month. */
const monthly = ["payout.sweep"];
const hourly = ["retention.sweep", "trial.sweep"];

describe("[COM-04] the scheduled jobs", () => {
  test("are all jobs that are never queued, each once", () => {
    const queued: string[] = [...jobsBy("organization"), ...jobsBy("identity")];
    const byClock = jobNames.filter((job) => !queued.includes(job));
    expect(crontab.map(({ task }) => task).sort()).toEqual(byClock.sort());
    expect(new Set(crontab.map(({ identifier }) => identifier)).size).toBe(crontab.length);
  });

  test("run every night, each at its own time between 1:00 and 2:30", () => {
    const times = nightly.map(timesOf);
    expect(times).toEqual([["1:15"], ["1:50"], ["1:30"], ["1:45"], ["1:40"], ["2:00"]]);
  });

  test("issue statements in the last nights of a month, so that a run before them comes first", () => {
    const item = crontab.find(({ task }) => task === "payout.sweep")!;
    const days = Array.from({ length: 31 }, (_, at) => at + 1);
    const matching = days.filter((date) => item.match({ hour: 2, min: 30, date, month: 1, dow: 0 }));
    expect(matching).toEqual([28, 29, 30, 31]);
  });

  test("run every hour, or every five minutes", () => {
    for (const task of hourly) expect(timesOf(task), task).toHaveLength(24);
    expect(timesOf("retention.sweep").slice(0, 2)).toEqual(["0:05", "1:05"]);
    expect(timesOf("trial.sweep").slice(0, 2)).toEqual(["0:20", "1:20"]);
    expect(timesOf("leads.sweep")).toHaveLength(48);
    expect(timesOf("leads.sweep").slice(0, 2)).toEqual(["0:00", "0:30"]);
    expect(timesOf("aggregates.fold")).toHaveLength(24 * 12);
    expect(timesOf("aggregates.fold").slice(0, 3)).toEqual(["0:00", "0:05", "0:10"]);
  });

  test("run once after several missed runs", () => {
    const days = crontab.map(({ task, options }) => [task, options.backfillPeriod / DAY_MS]);
    expect(Object.fromEntries(days)).toEqual({
      "commissions.sweep": 3,
      "file.sweep": 3,
      "payout.sweep": 3,
      "identity.prune": 3,
      "webhook.prune": 3,
      "document.prune": 3,
      "retention.sweep": 3,
      "subscription.sweep": 1,
      "trial.sweep": 1,
      "aggregates.fold": 0,
      "leads.sweep": 0,
    });
    for (const { task, options } of crontab) expect(options.jobKey).toBe(task);
    const replaced = crontab.filter(({ options }) => options.jobKeyMode === "replace");
    expect(replaced.map(({ task }) => task).sort()).toEqual([...nightly, ...monthly, ...hourly].sort());
  });
});
