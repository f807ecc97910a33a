import type pg from "pg";
import { DomainError, natureOf } from "~/domain/shared/errors";
import type { Scope, Log } from "~/domain/shared/scope";
import type { WhilePaused } from "~/domain/subscriptions/subscription";
import type { Billing } from "~/domain/subscriptions/billing";
import type { WebhookAllowance } from "~/domain/webhooks/webhook-url";
import type { OutgoingLinks } from "~/paths/outgoing";
import type { Database } from "~/platform/db/database.server";
import {
  jobs,
  type IdentityJobName,
  type JobName,
  type OrganizationJobName,
  type TaskPayload,
} from "~/domain/shared/jobs";
import type { Mailer } from "~/platform/mail/mailer.server";
import type { Signer } from "~/platform/signer.server";

/** What all tasks of a worker process share. */
export interface TaskContext {
  database: Database;
  /** The owner's pool. Only for work on all organizations at once. */
  ownerPool: pg.Pool;
  mailer: Mailer;
  billing: Billing;
  unseal(sealed: string): string;
  signer: Signer;
  /** Makes the addresses in mails. */
  links: OutgoingLinks;
  webhooks: WebhookAllowance;
  log: Log;
}

/** Opens a scope of the job's organization; `reason` is why while it is paused, if that is another than the job's. */
export type InScope = <T>(use: (scope: Scope) => Promise<T>, reason?: WhilePaused) => Promise<T>;

/** What a job does. A job of an organization also gets its scope. */
export type Handler<J extends JobName> = (
  payload: TaskPayload<J>,
  context: TaskContext & (J extends OrganizationJobName ? { inScope: InScope } : unknown),
) => Promise<void>;

export interface Task {
  run(payload: unknown, context: TaskContext): Promise<void>;
}

/** The task of a job. The payload is parsed again, because an older version may have queued it. */
export function taskOf<J extends JobName>(name: J, handler: Handler<J>): Task {
  return {
    run: async (given, context) => {
      const payload = jobs[name].payload.parse(given) as TaskPayload<J>;
      const orgId = (payload as { org_id?: string }).org_id ?? "";
      const inScope: InScope = (use, reason) =>
        jobScope(context, { name: name as OrganizationJobName, orgId }, use, reason);
      await handler(payload, { ...context, inScope });
    },
  };
}

/**
 * Opens a scope of the organization that a job belongs to. `reason`: why it is opened while the organization is paused,
 * if that is another than the job's. Throws `organization_paused`.
 */
export function jobScope<T>(
  context: TaskContext,
  job: { name: OrganizationJobName; orgId: string },
  use: (scope: Scope) => Promise<T>,
  reason: WhilePaused | undefined = jobs[job.name].whilePaused,
): Promise<T> {
  return context.database.withOrg(job.orgId, { kind: "job", name: job.name }, use, reason);
}

/**
 * Opens a scope of an organization that a person works for or did, for a job that is about the person. Also while it is
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
    if (!(error instanceof DomainError)) throw error;
    const { again } = natureOf(error.code);
    if (again === "passes") throw error;
    if (again === "moot") return log.info({ code: error.code, job }, "a job was passed over");
    log.error({ err: error, code: error.code, job }, "a job was refused and is not tried again");
  }
}
