import { z } from "zod";
import type { WhilePaused } from "../subscriptions/subscription";
import { queuedEvent } from "../webhooks/events";

// The catalog of jobs: who may queue each job, its payload, and how it runs. Its implementation is its row in
// jobs/tasks. A payload holds ids, never copies of data. It is parsed again when the job runs, because an older version
// may have queued it.

/** Each lane has its own runner and slots, so a job waits only for jobs of its own lane. */
export const laneNames = ["links", "mails", "events", "deliveries", "billing", "imports", "runs"] as const;
export type LaneName = (typeof laneNames)[number];

/** Number of attempts before a job stays in the queue as failed: the default of Graphile Worker, for all jobs. */
export const JOB_ATTEMPTS = 25;

/**
 * Queued inside an organization, whose id the database adds. `whilePaused`: why the job runs while the organization is
 * paused; a job without a reason is skipped.
 */
const ofOrganization = <S extends z.core.$ZodShape>(lane: LaneName, payload: S, whilePaused?: WhilePaused) =>
  ({ by: "organization", lane, whilePaused, payload: z.object({ ...payload, org_id: z.uuid() }) }) as const;

/** Belongs to a user or to Stripe instead of an organization. */
const ofIdentity = <S extends z.core.$ZodShape>(lane: LaneName, payload: S) =>
  ({ by: "identity", lane, payload: z.object(payload) }) as const;

/** Queued only by the schedule (UTC). Missed runs are made up for by one job, at most `madeUpDays` later. */
const byClock = (match: string, madeUpDays: number) =>
  ({ by: "clock", lane: "runs", clock: { match, madeUpDays }, payload: z.object({}) }) as const;

export const jobs = {
  // A user is waiting for these.

  /** Checks whether a requested link may be sent to an address. */
  "identity.send_link": ofIdentity("links", {
    purpose: z.enum(["reset", "sign-in"]),
    /** Sealed, so that the queue does not expose addresses. */
    address: z.string(),
    /** The sealed secret of the link. */
    link: z.string(),
    language: z.string(),
    redirect_to: z.string().optional(),
  }),
  /** Emails a one-time link; `link` is its sealed secret. */
  "mail.link": ofIdentity("links", {
    purpose: z.enum(["confirm", "reset", "invite", "sign-in", "new-email", "keep-email"]),
    link: z.string(),
    language: z.string().optional(),
  }),
  /** Emails an invitation to work for the organization; `link` is the sealed secret of its link. */
  "mail.member_invitation": ofOrganization(
    "links",
    { invitation_id: z.uuid(), link: z.string(), language: z.string().optional() },
    "earlier_events",
  ),

  /** Emails an affiliate the link that confirms their new account; `link` is its sealed secret. */
  "mail.account_link": ofOrganization(
    "links",
    { account_id: z.uuid(), link: z.string(), language: z.string() },
    "earlier_events",
  ),
  /** Emails an affiliate which account they are paid to, and from when, at their current and earlier addresses. */
  "mail.account_entered": ofOrganization("mails", { account_id: z.uuid(), language: z.string() }, "earlier_events"),
  /** Emails an affiliate about missing payout details; `asked_on` distinguishes repeated emails. */
  "mail.details_wanted": ofOrganization(
    "mails",
    { affiliate_id: z.uuid(), asked_on: z.iso.datetime() },
    "earlier_events",
  ),
  /** Notifies a user of a change in how they sign in. */
  "mail.security": ofIdentity("mails", {
    notice_id: z.uuid(),
    /** Language of the email if the receiver has not chosen one. */
    language: z.string().optional(),
    /** Set for a user removed from an organization, whose notice does not exist yet. */
    removed: z.object({ user_id: z.uuid(), org_id: z.uuid() }).optional(),
  }),
  /** Notifies a user that their account, or their access to a portal, has ended. */
  "mail.farewell": ofIdentity("mails", {
    /** The same for every run of the job. */
    mail_id: z.uuid(),
    kind: z.enum(["account_deleted", "access_ended"]),
    /** Name and address of the user, and the organization of the portal, sealed: only the job still contains them. */
    person: z.string(),
    language: z.string(),
  }),
  /**
   * Notifies a person behind an affiliate who was merged: their access has ended, or everything is at their address
   * now. `language`: of the affiliate, if the person has chosen none.
   */
  "mail.merged": ofOrganization(
    "mails",
    { merged_id: z.uuid(), user_id: z.uuid(), told: z.enum(["ended", "moved"]), language: z.string().nullable() },
    "earlier_events",
  ),
  /** Emails a notification to its receiver. */
  "mail.notification": ofOrganization("mails", { notification_id: z.uuid() }, "earlier_events"),
  /** Emails an owner that the data will be deleted. */
  "mail.deletion_warning": ofOrganization("mails", { warning_id: z.uuid() }, "deletion"),
  /** Emails a member that the organization was closed, or opened again. */
  "mail.closing": ofOrganization(
    "mails",
    {
      user_id: z.uuid(),
      told: z.enum(["closed", "reopened"]),
      /** The member who did it; null for an operator. */
      by: z.uuid().nullable(),
      /** Time of the change; distinguishes repeated emails. */
      at: z.iso.datetime(),
    },
    "deletion",
  ),
  /** Emails an affiliate with open commissions that the organization was closed, or opened again. */
  "mail.closing_portal": ofOrganization(
    "mails",
    { affiliate_id: z.uuid(), told: z.enum(["closed", "reopened"]), at: z.iso.datetime() },
    "deletion",
  ),

  // Short, and only in the database.

  /** Queues mail.closing_portal for each affiliate with open commissions. `at`: when it was closed or opened. */
  "closing.tell": ofOrganization("events", { told: z.enum(["closed", "reopened"]), at: z.iso.datetime() }, "deletion"),

  /**
   * Notifies staff of the organization of a lead, an affiliate, an invoice or a message. This is a job because an
   * affiliate causes it, who may not read the staff.
   */
  "notice.staff": ofOrganization(
    "events",
    {
      type: z.enum(["lead_created", "affiliate_joined", "objection_raised", "invoice_submitted", "message_answered"]),
      /** What it is about. */ subject_id: z.uuid(),
    },
    "earlier_events",
  ),
  /** Hands over the leads of a former member, some at a time. */
  "leads.release": ofOrganization("runs", { from: z.uuid(), to: z.uuid().nullable() }, "earlier_events"),
  /** Notifies the members whose leads are due (WORK-07). */
  "leads.remind": ofOrganization("events", {}),
  /** Every half hour: one leads.remind per organization where it is morning and a lead is due. */
  "leads.sweep": byClock("0,30 * * * *", 0),
  /** Makes the statements of an approved run as PDF files. */
  "payout.documents": ofOrganization("runs", { run_id: z.uuid() }, "keeping"),
  /** Issues statements that nothing is paid out, for a period without a payout run. */
  "payout.statements": ofOrganization("runs", {}),
  /** Notifies the owners of the account of an affiliate, and queues the email to the affiliate. */
  "account.tell": ofOrganization("events", { account_id: z.uuid(), language: z.string() }, "earlier_events"),
  /** Turns an event into a delivery to the organization's webhook endpoint, if the endpoint has chosen the event. */
  "webhook.emit": ofOrganization("events", queuedEvent.shape, "earlier_events"),
  /** Notifies the owners that the trial ends or has ended. */
  "trial.tell": ofOrganization("events", {}, "subscription"),

  // Duration depends on the receiver's server.

  /** Sends a delivery. `attempt`: number of earlier attempts; missing in jobs of an older version. */
  "webhook.deliver": ofOrganization(
    "deliveries",
    { delivery_id: z.uuid(), attempt: z.int().optional() },
    "earlier_events",
  ),

  /** Queries VIES for the VAT id of an affiliate. `attempt`: number of failed attempts before it. */
  "vat.check": ofOrganization("deliveries", { affiliate_id: z.uuid(), attempt: z.int() }),

  // Duration depends on Stripe.

  /** Handles an event of Stripe, which may concern an organization's customer. */
  "stripe.event": ofIdentity("billing", { event_id: z.string() }),
  /** Closes the checkouts and cancels the subscriptions of a customer whose organization is deleted. */
  "stripe.end": ofIdentity("billing", { customer_id: z.string() }),
  /** Closes the checkouts of a closed organization, and lets its subscriptions end with the paid time. */
  "subscription.stop": ofOrganization("billing", {}, "subscription"),
  /** Reads the state of the organization's subscription from Stripe. */
  "subscription.check": ofOrganization("billing", {}, "subscription"),

  // Many short ones follow each other.

  /**
   * Checks or creates the rows of an import that follow a position. It also runs while the organization is paused,
   * because an interrupted import is useless.
   */
  "import.step": ofOrganization("imports", { import_id: z.uuid(), position: z.int() }, "earlier_events"),
  /** Emails an affiliate of an import the first invitation. */
  "affiliate.invite": ofOrganization("imports", { affiliate_id: z.uuid(), language: z.string().optional() }),

  /** Every night: one subscription.check per organization that is a customer at Stripe. */
  "subscription.sweep": byClock("0 2 * * *", 1),
  /** Every hour: queues one trial.tell per organization whose trial ends soon or has just ended. */
  "trial.sweep": byClock("20 * * * *", 1),
  /**
   * Creates the missing monthly payments of the organization. `run_id`: the requested run that a user waits for. The
   * months of a pause are made up for when the organization subscribes again.
   */
  "commissions.generate": ofOrganization("runs", { run_id: z.uuid().optional() }),
  /** Every night: one commissions.generate per organization. */
  "commissions.sweep": byClock("15 1 * * *", 3),
  /** In the last nights of a month: one payout.statements per organization that has approved a payout run. */
  "payout.sweep": byClock("30 2 28-31 * *", 3),
  /** Moves the organization's new files into the bucket. */
  "file.move": ofOrganization("runs", {}, "keeping"),
  /** Removes the bytes of a deleted file from the bucket. */
  "file.remove": ofOrganization("runs", { file_id: z.uuid() }, "keeping"),
  /** Deletes the organization's unused files, and compares the bucket with the database. */
  "file.clean": ofOrganization("runs", {}, "keeping"),
  /** Every night: one file.clean per organization that has files. */
  "file.sweep": byClock("50 1 * * *", 3),
  /** Every night: removes old expired sessions and one-time links, and notices read long ago. */
  "identity.prune": byClock("30 1 * * *", 3),
  /** Every night: removes deliveries of webhooks from the log, a month after their event. */
  "webhook.prune": byClock("45 1 * * *", 3),
  /** Every night: removes documents of deleted organizations after the legal retention. */
  "document.prune": byClock("40 1 * * *", 3),
  /** Every five minutes: shortens the aggregates (app.fold_aggregates). */
  "aggregates.fold": byClock("*/5 * * * *", 0),
  /** Every hour: one retention.check per organization with due retention steps. */
  "retention.sweep": byClock("5 * * * *", 3),
  /** Runs the due retention step of a paused organization: warns its owners, or deletes its data. */
  "retention.check": ofOrganization("runs", {}, "deletion"),
  /** Removes a deleted own field with its values, some records at a time. */
  "field.purge": ofOrganization("runs", { field_id: z.uuid() }, "erasure"),
  /** Removes the name and address of an erased affiliate or member from all texts, and closes their account. */
  "person.erase": ofOrganization(
    "runs",
    {
      /** Null for a member. */
      affiliate_id: z.uuid().nullable(),
      /** The account of the erased user. */
      user_id: z.uuid(),
      /** Name and address, sealed: only the job still contains them. */
      person: z.string(),
      /** The replacement for the name. */
      nobody: z.string(),
    },
    "erasure",
  ),
  /** Removes what was kept to undo an action on leads: rows of deleted leads, replaced next steps. */
  "lead.forget": ofOrganization("runs", { batch_id: z.uuid() }, "earlier_events"),
  /** Removes the contact of erased leads from all texts. */
  "lead.erase": ofOrganization(
    "runs",
    {
      lead_ids: z.array(z.uuid()),
      /** Names, addresses and telephone numbers, sealed: only the job still contains them. */
      person: z.string(),
      /** The replacement for the name. */
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

/** The payload given by the caller; the database adds `org_id` to an organization's jobs. */
export type JobPayload<J extends JobName> = Omit<z.input<Jobs[J]["payload"]>, "org_id">;
/** The payload received by the task. */
export type TaskPayload<J extends JobName> = z.output<Jobs[J]["payload"]>;

export const jobNames = Object.keys(jobs) as JobName[];

/** Returns the jobs of one kind of origin. */
export const jobsBy = <By extends Jobs[JobName]["by"]>(by: By) =>
  jobNames.filter((name): name is QueuedBy<By> => jobs[name].by === by);

/** Returns whether a job belongs to a user or to Stripe instead of an organization. */
export const isIdentityJob = (job: JobName): job is IdentityJobName => jobs[job].by === "identity";
