import type pg from "pg";
import { DomainError, natureOf } from "~/domain/shared/errors";
import type { Scope, Log } from "~/domain/shared/scope";
import type { WhilePaused } from "~/domain/subscriptions/subscription";
import type { Billing } from "~/domain/subscriptions/billing";
import type { VatRegister } from "~/domain/payouts/vat-check";
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
import type { Files } from "~/platform/files/open-files.server";
import type { Signer } from "~/platform/signer.server";

/** Shared by all tasks of a worker process. */
export interface TaskContext {
  database: Database;
  /** The owner role's pool. Only for work on all organizations. */
  ownerPool: pg.Pool;
  mailer: Mailer;
  /** Rules and place of files. */
  files: Files;
  billing: Billing;
  unseal(sealed: string): string;
  signer: Signer;
  /** Creates the links in emails. */
  links: OutgoingLinks;
  webhooks: WebhookAllowance;
  /** The register of VAT ids; null if the operator has switched it off. */
  vies: VatRegister | null;
  log: Log;
}

/** Opens a scope of the job's organization; `reason` replaces the job's reason to run while it is paused. */
export type InScope = <T>(use: (scope: Scope) => Promise<T>, reason?: WhilePaused) => Promise<T>;

/** The work of a job. A job of an organization can also open a scope. */
export type Handler<J extends JobName> = (
  payload: TaskPayload<J>,
  context: TaskContext & (J extends OrganizationJobName ? { inScope: InScope } : unknown),
) => Promise<void>;

export interface Task {
  run(payload: unknown, context: TaskContext): Promise<void>;
}

/** Returns the task of a job. It validates the payload, because an older version may have queued it. */
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
 * Opens a scope of the job's organization. `reason` replaces the job's reason to run while the organization is paused.
 * Throws `organization_paused`.
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
 * Opens a scope of an organization that the user of the job belongs or belonged to, also while it is paused or closed.
 * `by`: the member whose action the job only records.
 */
export function personScope<T>(
  { database }: TaskContext,
  job: { name: IdentityJobName; orgId: string; by?: string },
  use: (scope: Scope) => Promise<T>,
): Promise<T> {
  const actor = job.by
    ? ({ kind: "member", userId: job.by, role: "member", isProven: false } as const)
    : ({ kind: "job", name: job.name } as const);
  return database.withOrg(job.orgId, actor, use, "own_account");
}

/**
 * Runs a job. A domain error that would occur again at each retry is logged, and the job ends. Every other error is
 * rethrown, and the worker retries the job.
 */
export async function endRejectedJob(work: Promise<void>, job: string, log: Log): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { again } = natureOf(error.code);
    if (again === "passes") throw error;
    if (again === "moot") return log.info({ code: error.code, job }, "job skipped");
    log.error({ err: error, code: error.code, job }, "job rejected, no retry");
  }
}
