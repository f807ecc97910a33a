import { jobNames, jobs, laneNames, type JobName, type LaneName } from "~/domain/shared/jobs";
import type { Slots } from "./fair-share";

/** Returns the lane of a queued job; null for a name that this version does not know. */
export const laneOfJob = (job: string): LaneName | null =>
  Object.hasOwn(jobs, job) ? jobs[job as JobName].lane : null;

export interface Lane extends Slots {
  name: LaneName;
  jobs: JobName[];
}

/** Concurrent jobs of a worker process. */
export interface Concurrency {
  /** Per lane, except for deliveries. */
  jobs: number;
  deliveries: number;
}

/** Returns all lanes with their jobs. One organization's deliveries take at most a tenth of their lane's slots. */
export function lanes({ jobs: slots, deliveries }: Concurrency): Lane[] {
  return laneNames.map((name) => ({
    name,
    jobs: jobNames.filter((job) => jobs[job].lane === name),
    ...(name === "deliveries"
      ? { slots: deliveries, slotsPerOrganization: Math.ceil(deliveries / 10) }
      : { slots, slotsPerOrganization: slots }),
  }));
}
