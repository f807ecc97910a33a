import { jobNames, jobs, laneNames, type JobName, type LaneName } from "~/domain/shared/jobs";
import type { Slots } from "./fair-share";

/** The lane of a job in the queue; null for a name that this version does not know. */
export const laneOfJob = (job: string): LaneName | null =>
  Object.hasOwn(jobs, job) ? jobs[job as JobName].lane : null;

export interface Lane extends Slots {
  name: LaneName;
  jobs: JobName[];
}

/** How many jobs a worker process runs at once. */
export interface Concurrency {
  /** In each lane except the one for deliveries. */
  jobs: number;
  deliveries: number;
}

/** All lanes with their jobs. One organization's deliveries take no more than a tenth of theirs. */
export function lanes({ jobs: slots, deliveries }: Concurrency): Lane[] {
  return laneNames.map((name) => ({
    name,
    jobs: jobNames.filter((job) => jobs[job].lane === name),
    ...(name === "deliveries"
      ? { slots: deliveries, slotsPerOrganization: Math.ceil(deliveries / 10) }
      : { slots, slotsPerOrganization: slots }),
  }));
}
