import type { AnyJobName } from "~/platform/jobs/catalogue";
import type { Slots } from "./fair-share";

// Each lane has its own runner and slots, so a job waits only for jobs of its own lane.

export type LaneName = "links" | "mails" | "events" | "deliveries" | "billing" | "imports" | "runs";

/** The lane of every job. */
const laneOf = {
  // A person is waiting for these.
  "identity.send_link": "links",
  "mail.link": "links",
  "mail.member_invitation": "links",
  "mail.security": "mails",
  "mail.farewell": "mails",
  "mail.notification": "mails",
  "mail.deletion_warning": "mails",
  // Short, and only in the database.
  "notice.staff": "events",
  "webhook.emit": "events",
  "trial.tell": "events",
  // Takes as long as the receiver's server.
  "webhook.deliver": "deliveries",
  // Takes as long as Stripe.
  "stripe.event": "billing",
  "stripe.end": "billing",
  "subscription.check": "billing",
  "subscription.sweep": "runs",
  "trial.sweep": "runs",
  // Many short ones follow each other.
  "import.step": "imports",
  "affiliate.invite": "imports",
  "commissions.generate": "runs",
  "commissions.sweep": "runs",
  "identity.prune": "runs",
  "webhook.prune": "runs",
  "aggregates.fold": "runs",
  "retention.sweep": "runs",
  "retention.check": "runs",
  "person.erase": "runs",
  "lead.erase": "runs",
} satisfies Record<AnyJobName, LaneName>;

/** The lane of a job in the queue; null for a name that this version does not know. */
export const laneOfJob = (job: string): LaneName | null =>
  Object.hasOwn(laneOf, job) ? laneOf[job as AnyJobName] : null;

export interface Lane extends Slots {
  name: LaneName;
  jobs: AnyJobName[];
}

/** How many jobs a worker process runs at once. */
export interface Concurrency {
  /** In each lane except the one for deliveries. */
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
    lane("billing", jobs),
    lane("imports", jobs),
    lane("runs", jobs),
  ];
}
