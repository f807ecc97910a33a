import { z } from "zod";
import { queuedEvent } from "~/domain/webhooks/events";

// Jobs are queued by name; what they do is in jobs/tasks, one file per name. A payload holds ids, never copies of
// data, and is parsed again when the job runs: it may have been queued by an older version.

const orgId = z.uuid();

const organizationJobs = {
  /**
   * Tells everybody who works for the organisation of a lead or an affiliate. A job, because who caused it is an
   * affiliate, who cannot see the staff.
   */
  "notice.staff": z.object({
    type: z.enum(["lead_created", "affiliate_joined"]),
    /** The lead or the affiliate. */
    subject_id: z.uuid(),
  }),
  /** Mails a notification to whom it is for. */
  "mail.notification": z.object({ notification_id: z.uuid() }),
  /** Mails an invitation to work for the organisation; `link` is the sealed secret of its link. */
  "mail.member_invitation": z.object({
    invitation_id: z.uuid(),
    link: z.string(),
    language: z.string().optional(),
  }),
  /** Turns an event into a delivery to the organisation's webhook endpoint, if it has one that wants it. */
  "webhook.emit": queuedEvent,
  /** Sends a delivery. `attempt`: how many were made before; missing in jobs of an older version. */
  "webhook.deliver": z.object({ delivery_id: z.uuid(), attempt: z.int().optional() }),
  /** Does what is due of a paused organisation: warns its owners, or deletes its data. */
  "retention.check": z.object({}),
  /** Takes the name and address of an erased affiliate or member out of all texts, and closes their account. */
  "person.erase": z.object({
    /** Null: they were a member. */
    affiliate_id: z.uuid().nullable(),
    /** The account they had. */
    user_id: z.uuid(),
    /** Their name and address, sealed: the job is what is left of them. */
    person: z.string(),
    /** How they are called from now on. */
    nobody: z.string(),
  }),
  /** Takes the contact of erased leads out of all texts. */
  "lead.erase": z.object({
    lead_ids: z.array(z.uuid()),
    /** Names, address and telephone numbers, sealed: the job is what is left of them. */
    person: z.string(),
    /** How the person is called from now on. */
    nobody: z.string(),
  }),
  /** Mails an owner that the data will be deleted. */
  "mail.deletion_warning": z.object({ warning_id: z.uuid() }),
  /** Asks Stripe how the organisation's subscription stands. */
  "subscription.check": z.object({}),
  /** Tells the owners that the trial ends or has ended. */
  "trial.tell": z.object({}),
  /**
   * Creates the missing monthly payments of the organisation. `run_id`: of a run that somebody has asked for and waits
   * for.
   */
  "commissions.generate": z.object({ run_id: z.uuid().optional() }),
  /** Checks or creates the rows of an import that follow a position. */
  "import.step": z.object({ import_id: z.uuid(), position: z.int() }),
  /** Mails an affiliate of an import the first invitation. */
  "affiliate.invite": z.object({ affiliate_id: z.uuid(), language: z.string().optional() }),
};

const identityJobs = {
  /** Handles an event of Stripe, which may be of an organisation's customer. */
  "stripe.event": z.object({ event_id: z.string() }),
  /** Closes the checkouts and cancels the subscriptions of a customer whose organisation is deleted. */
  "stripe.end": z.object({ customer_id: z.string() }),
  /** Looks up whether a link that somebody has asked for may be sent to an address. */
  "identity.send_link": z.object({
    purpose: z.enum(["reset", "sign-in"]),
    /** Sealed, so that the queue is no list of addresses. */
    address: z.string(),
    /** The sealed secret that the link gets. */
    link: z.string(),
    language: z.string(),
    redirect_to: z.string().optional(),
  }),
  /** Mails a one-time link; `link` is its sealed secret. */
  "mail.link": z.object({
    purpose: z.enum(["confirm", "reset", "invite", "sign-in", "new-email", "keep-email"]),
    link: z.string(),
    language: z.string().optional(),
  }),
  /** Tells somebody that how they sign in has changed. */
  "mail.security": z.object({
    notice_id: z.uuid(),
    /** Of the mail, when the receiver has not chosen one. */
    language: z.string().optional(),
    /** Of somebody who was removed from an organisation: the notice is still to be made. */
    removed: z.object({ user_id: z.uuid(), org_id: z.uuid() }).optional(),
  }),
  /** Tells somebody that their account, or their access to a portal, has ended. */
  "mail.farewell": z.object({
    /** The same however often the job runs. */
    mail_id: z.uuid(),
    kind: z.enum(["account_deleted", "access_ended"]),
    /** Their name and address, and the organization of the portal, sealed: the job is what is left of them. */
    person: z.string(),
    language: z.string(),
  }),
};

const scheduledJobs = {
  /** Every night: one commissions.generate per organisation. */
  "commissions.sweep": z.object({}),
  /** Every night: one subscription.check per organisation that is a customer at Stripe. */
  "subscription.sweep": z.object({}),
  /** Every hour: one trial.tell per organisation whose trial ends soon or has just ended. */
  "trial.sweep": z.object({}),
  /** Every night: removes sessions and one-time links that ended long ago, and notices that were read long ago. */
  "identity.prune": z.object({}),
  /** Every night: removes deliveries of webhooks from the log, a month after their event. */
  "webhook.prune": z.object({}),
  /** Every hour: one retention.check per organisation for which something is due. */
  "retention.sweep": z.object({}),
  /** Every five minutes: shortens the aggregates (app.fold_aggregates). */
  "aggregates.fold": z.object({}),
};

/** Payload of every job; an organisation's jobs also carry `org_id`, stamped by the database. */
export const jobCatalogue = {
  ...extended(organizationJobs),
  ...identityJobs,
  ...scheduledJobs,
};

/** The jobs that can be queued, by whose they are; all others run by the clock. */
export const queuedJobs = {
  organization: Object.keys(organizationJobs) as OrganizationJobName[],
  identity: Object.keys(identityJobs),
};

/** Whether a job belongs to no organisation: to a person, or to Stripe. */
export const isIdentityJob = (job: AnyJobName): job is IdentityJobName => job in identityJobs;

export type OrganizationJobName = keyof typeof organizationJobs;
export type JobName = OrganizationJobName | keyof typeof identityJobs;
export type IdentityJobName = keyof typeof identityJobs;
export type AnyJobName = keyof typeof jobCatalogue;
/** What the caller gives. */
export type JobPayload<J extends AnyJobName> = Omit<z.input<(typeof jobCatalogue)[J]>, "org_id">;
/** What the task receives. */
export type TaskPayload<J extends AnyJobName> = z.output<(typeof jobCatalogue)[J]>;

type WithOrg<S> = S extends z.ZodObject<infer Shape> ? z.ZodObject<Shape & { org_id: typeof orgId }> : never;

function extended<T extends Record<string, z.ZodObject>>(jobs: T): { [K in keyof T]: WithOrg<T[K]> } {
  return Object.fromEntries(Object.entries(jobs).map(([name, schema]) => [name, schema.extend({ org_id: orgId })])) as {
    [K in keyof T]: WithOrg<T[K]>;
  };
}
