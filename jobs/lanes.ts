import type { AnyJobName } from "~/platform/jobs/catalogue";
import type { Slots } from "./fair-share";

// A job waits for jobs of its own lane only: each lane has its own runner and its own slots.

export type LaneName = "links" | "mails" | "events" | "deliveries" | "runs";

/** The lane of every job. */
const laneOf = {
  // Somebody sits and waits for these.
  "identity.send_link": "links",
  "mail.link": "links",
  "mail.notification": "mails",
  // Short, and in the database only.
  "webhook.emit": "events",
  // As long as somebody else's server takes.
  "webhook.deliver": "deliveries",
  "commissions.generate": "runs",
  "commissions.sweep": "runs",
  "identity.prune": "runs",
  "tallies.fold": "runs",
} satisfies Record<AnyJobName, LaneName>;

export interface Lane extends Slots {
  name: LaneName;
  jobs: AnyJobName[];
}

/** How many jobs a worker process runs at once. */
export interface Concurrency {
  /** In each lane but that of the deliveries. */
  jobs: number;
  deliveries: number;
}

/** All lanes with their jobs. */
export function lanes({ jobs, deliveries }: Concurrency): Lane[] {
  const lane = (name: LaneName, slots: number, slotsPerOrganization = slots): Lane => ({
    name,
    jobs: (Object.keys(laneOf) as AnyJobName[]).filter((job) => laneOf[job] === name),
    slots,
    slotsPerOrganization,
  });
  return [
    lane("links", jobs),
    lane("mails", jobs),
    lane("events", jobs),
    lane("deliveries", deliveries, Math.ceil(deliveries / 10)),
    lane("runs", jobs),
  ];
}
