import type pg from "pg";
import { DomainError, natureOf } from "~/domain/shared/errors";
import type { Scope } from "~/domain/shared/scope";
import type { WhilePaused } from "~/domain/subscriptions/require-active.server";
import type { Billing } from "~/domain/subscriptions/billing";
import type { WebhookAllowance } from "~/domain/webhooks/webhook-url";
import type { OutgoingLinks } from "~/paths/outgoing";
import type { Database } from "~/platform/db/database.server";
import {
  jobCatalogue,
  type AnyJobName,
  type IdentityJobName,
  type OrganizationJobName,
  type TaskPayload,
} from "~/platform/jobs/catalogue";
import type { Log } from "~/platform/log.server";
import type { Mailer } from "~/platform/mail/mailer.server";
import type { Signer } from "~/platform/signer.server";

/** What all tasks of a worker process share. */
export interface TaskContext {
  database: Database;
  /** The owner's pool. Only for work on all organisations at once. */
  owner: pg.Pool;
  mailer: Mailer;
  billing: Billing;
  unseal(sealed: string): string;
  signer: Signer;
  /** Makes the addresses in mails. */
  links: OutgoingLinks;
  webhooks: WebhookAllowance;
  log: Log;
}

export interface Task {
  name: AnyJobName;
  run(payload: unknown, context: TaskContext): Promise<void>;
}

/** Defines the task of a job. The payload is parsed again, because an older version may have queued it. */
export function defineTask<J extends AnyJobName>(
  name: J,
  run: (payload: TaskPayload<J>, context: TaskContext) => Promise<void>,
): Task {
  return {
    name,
    run: async (payload, context) => run(jobCatalogue[name].parse(payload) as TaskPayload<J>, context),
  };
}

/** Why an organisation's job runs while the organisation is paused; one without a reason is passed over. */
const whilePaused = {
  "notice.staff": "earlier_events",
  "mail.notification": "earlier_events",
  "mail.member_invitation": "earlier_events",
  "webhook.emit": "earlier_events",
  "webhook.deliver": "earlier_events",
  // An import that was begun goes on to its end: one that stands still in the middle is of use to nobody.
  "import.step": "earlier_events",
  "retention.check": "deletion",
  "mail.deletion_warning": "deletion",
  "person.erase": "erasure",
  "lead.erase": "erasure",
  // The months of the pause are made up for when the organisation subscribes again.
  "commissions.generate": undefined,
  "affiliate.invite": undefined,
  "subscription.check": "subscription",
  "trial.tell": "subscription",
} satisfies Record<OrganizationJobName, WhilePaused | undefined>;

/**
 * Opens a scope of the organisation that a job belongs to. `reason`: why it is opened while the organisation is paused,
 * if that is another than the job's. Throws `organization_paused`.
 */
export function jobScope<T>(
  context: TaskContext,
  job: { name: OrganizationJobName; orgId: string },
  use: (scope: Scope) => Promise<T>,
  reason: WhilePaused | undefined = whilePaused[job.name],
): Promise<T> {
  return context.database.withOrg(job.orgId, { kind: "job", name: job.name }, use, reason);
}

/**
 * Opens a scope of an organisation that a person works for or did, for a job that is about the person. Also while it is
 * paused. `by`: who has done what the job only writes down.
 */
export function personScope<T>(
  { database }: TaskContext,
  job: { name: IdentityJobName; orgId: string; by?: string },
  use: (scope: Scope) => Promise<T>,
): Promise<T> {
  const actor = job.by
    ? ({ kind: "member", userId: job.by, role: "member", isProven: false } as const)
    : ({ kind: "job", name: job.name } as const);
  return database.withOrg(job.orgId, actor, use, "earlier_events");
}

/**
 * Runs a job's work. A domain error that would be the same at each repetition is logged, and the job counts as done;
 * every other error is rethrown, and the job is repeated.
 */
export async function endFinalRefusal(work: Promise<void>, job: string, log: Log): Promise<void> {
  try {
    await work;
  } catch (error) {
    const again = error instanceof DomainError ? natureOf(error.code).again : "passes";
    if (!(error instanceof DomainError) || again === "passes") throw error;
    if (again === "moot") return log.info({ code: error.code, job }, "a job was passed over");
    log.error({ err: error, code: error.code, job }, "a job was refused and is not tried again");
  }
}
