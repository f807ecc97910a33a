import { z } from "zod";
import type { WhilePaused } from "../subscriptions/subscription";
import { queuedEvent } from "../webhooks/events";

// The catalog of jobs: who may queue each, its payload, and how it runs. What it does is its row in jobs/tasks. A
// payload holds ids, never copies of data, and is parsed again when the job runs: it may have been queued by an older
// version.

/** Each lane has its own runner and slots, so a job waits only for jobs of its own lane. */
export const laneNames = ["links", "mails", "events", "deliveries", "billing", "imports", "runs"] as const;
export type LaneName = (typeof laneNames)[number];

/** How often a job is tried before it stays in the queue as a failed one: for all of them what Graphile Worker does. */
export const JOB_ATTEMPTS = 25;

/**
 * Queued inside an organization, whose id the database stamps on it. `whilePaused`: why it runs while the organization
 * is paused; one without a reason is skipped.
 */
const ofOrganization = <S extends z.core.$ZodShape>(lane: LaneName, payload: S, whilePaused?: WhilePaused) =>
  ({ by: "organization", lane, whilePaused, payload: z.object({ ...payload, org_id: z.uuid() }) }) as const;

/** Belongs to no organization: to a person, or to Stripe. */
const ofIdentity = <S extends z.core.$ZodShape>(lane: LaneName, payload: S) =>
  ({ by: "identity", lane, payload: z.object(payload) }) as const;

/** Queued by the clock alone (UTC). Missed runs are made up for as one job, at most `madeUpDays` later. */
const byClock = (match: string, madeUpDays: number) =>
  ({ by: "clock", lane: "runs", clock: { match, madeUpDays }, payload: z.object({}) }) as const;

export const jobs = {
  // A person is waiting for these.

  /** Looks up whether a link that somebody has asked for may be sent to an address. */
  "identity.send_link": ofIdentity("links", {
    purpose: z.enum(["reset", "sign-in"]),
    /** Sealed, so that the queue is no list of addresses. */
    address: z.string(),
    /** The sealed secret that the link gets. */
    link: z.string(),
    language: z.string(),
    redirect_to: z.string().optional(),
  }),
  /** Mails a one-time link; `link` is its sealed secret. */
  "mail.link": ofIdentity("links", {
    purpose: z.enum(["confirm", "reset", "invite", "sign-in", "new-email", "keep-email"]),
    link: z.string(),
    language: z.string().optional(),
  }),
  /** Mails an invitation to work for the organization; `link` is the sealed secret of its link. */
  "mail.member_invitation": ofOrganization(
    "links",
    { invitation_id: z.uuid(), link: z.string(), language: z.string().optional() },
    "earlier_events",
  ),

  /** Tells somebody that how they sign in has changed. */
  "mail.security": ofIdentity("mails", {
    notice_id: z.uuid(),
    /** Language of the email if the receiver has not chosen one. */
    language: z.string().optional(),
    /** Of somebody who was removed from an organization: the notice is still to be made. */
    removed: z.object({ user_id: z.uuid(), org_id: z.uuid() }).optional(),
  }),
  /** Tells somebody that their account, or their access to a portal, has ended. */
  "mail.farewell": ofIdentity("mails", {
    /** The same however often the job runs. */
    mail_id: z.uuid(),
    kind: z.enum(["account_deleted", "access_ended"]),
    /** Their name and address, and the organization of the portal, sealed: the job is what is left of them. */
    person: z.string(),
    language: z.string(),
  }),
  /** Mails a notification to whom it is for. */
  "mail.notification": ofOrganization("mails", { notification_id: z.uuid() }, "earlier_events"),
  /** Mails an owner that the data will be deleted. */
  "mail.deletion_warning": ofOrganization("mails", { warning_id: z.uuid() }, "deletion"),

  // Short, and only in the database.

  /**
   * Tells everybody who works for the organization of a lead or an affiliate. A job, because who caused it is an
   * affiliate, who cannot see the staff.
   */
  "notice.staff": ofOrganization(
    "events",
    { type: z.enum(["lead_created", "affiliate_joined"]), /** The lead or the affiliate. */ subject_id: z.uuid() },
    "earlier_events",
  ),
  /** Turns an event into a delivery to the organization's webhook endpoint, if it has one that wants it. */
  "webhook.emit": ofOrganization("events", queuedEvent.shape, "earlier_events"),
  /** Tells the owners that the trial ends or has ended. */
  "trial.tell": ofOrganization("events", {}, "subscription"),

  // Takes as long as the receiver's server.

  /** Sends a delivery. `attempt`: how many were made before; missing in jobs of an older version. */
  "webhook.deliver": ofOrganization(
    "deliveries",
    { delivery_id: z.uuid(), attempt: z.int().optional() },
    "earlier_events",
  ),

  // Take as long as Stripe.

  /** Handles an event of Stripe, which may be of an organization's customer. */
  "stripe.event": ofIdentity("billing", { event_id: z.string() }),
  /** Closes the checkouts and cancels the subscriptions of a customer whose organization is deleted. */
  "stripe.end": ofIdentity("billing", { customer_id: z.string() }),
  /** Asks Stripe how the organization's subscription stands. */
  "subscription.check": ofOrganization("billing", {}, "subscription"),

  // Many short ones follow each other.

  /**
   * Checks or creates the rows of an import that follow a position. Also while the organization is paused: an import
   * that stands still in the middle is of use to nobody.
   */
  "import.step": ofOrganization("imports", { import_id: z.uuid(), position: z.int() }, "earlier_events"),
  /** Mails an affiliate of an import the first invitation. */
  "affiliate.invite": ofOrganization("imports", { affiliate_id: z.uuid(), language: z.string().optional() }),

  /** Every night: one subscription.check per organization that is a customer at Stripe. */
  "subscription.sweep": byClock("0 2 * * *", 1),
  /** Every hour: one trial.tell per organization whose trial ends soon or has just ended. */
  "trial.sweep": byClock("20 * * * *", 1),
  /**
   * Creates the missing monthly payments of the organization. `run_id`: of a run that somebody has asked for and waits
   * for. The months of a pause are made up for when the organization subscribes again.
   */
  "commissions.generate": ofOrganization("runs", { run_id: z.uuid().optional() }),
  /** Every night: one commissions.generate per organization. */
  "commissions.sweep": byClock("15 1 * * *", 3),
  /** Every night: removes sessions and one-time links that ended long ago, and notices that were read long ago. */
  "identity.prune": byClock("30 1 * * *", 3),
  /** Every night: removes deliveries of webhooks from the log, a month after their event. */
  "webhook.prune": byClock("45 1 * * *", 3),
  /** Every five minutes: shortens the aggregates (app.fold_aggregates). */
  "aggregates.fold": byClock("*/5 * * * *", 0),
  /** Every hour: one retention.check per organization for which something is due. */
  "retention.sweep": byClock("5 * * * *", 3),
  /** Does what is due of a paused organization: warns its owners, or deletes its data. */
  "retention.check": ofOrganization("runs", {}, "deletion"),
  /** Takes the name and address of an erased affiliate or member out of all texts, and closes their account. */
  "person.erase": ofOrganization(
    "runs",
    {
      /** Null: they were a member. */
      affiliate_id: z.uuid().nullable(),
      /** The account they had. */
      user_id: z.uuid(),
      /** Their name and address, sealed: the job is what is left of them. */
      person: z.string(),
      /** How they are called from now on. */
      nobody: z.string(),
    },
    "erasure",
  ),
  /** Takes the contact of erased leads out of all texts. */
  "lead.erase": ofOrganization(
    "runs",
    {
      lead_ids: z.array(z.uuid()),
      /** Names, address and telephone numbers, sealed: the job is what is left of them. */
      person: z.string(),
      /** How the person is called from now on. */
      nobody: z.string(),
    },
    "erasure",
  ),
};

type Jobs = typeof jobs;
export type JobName = keyof Jobs;
type QueuedBy<By> = { [J in JobName]: Jobs[J]["by"] extends By ? J : never }[JobName];
export type OrganizationJobName = QueuedBy<"organization">;
export type IdentityJobName = QueuedBy<"identity">;
export type ClockJobName = QueuedBy<"clock">;
export type QueuedJobName = OrganizationJobName | IdentityJobName;

/** What the caller gives; the database stamps `org_id` on an organization's jobs. */
export type JobPayload<J extends JobName> = Omit<z.input<Jobs[J]["payload"]>, "org_id">;
/** What the task receives. */
export type TaskPayload<J extends JobName> = z.output<Jobs[J]["payload"]>;

export const jobNames = Object.keys(jobs) as JobName[];

/** The jobs that are queued by whom. */
export const jobsBy = <By extends Jobs[JobName]["by"]>(by: By) =>
  jobNames.filter((name): name is QueuedBy<By> => jobs[name].by === by);

/** Whether a job belongs to no organization: to a person, or to Stripe. */
export const isIdentityJob = (job: JobName): job is IdentityJobName => jobs[job].by === "identity";
