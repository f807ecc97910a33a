import type pg from "pg";
import type { Scope } from "~/domain/shared/scope";
import type { WebhookAllowance } from "~/domain/webhooks/webhook-url";
import type { Database } from "~/platform/db/database.server";
import { jobCatalogue, type AnyJobName, type TaskPayload } from "~/platform/jobs/catalogue";
import type { Log } from "~/platform/log.server";
import type { Mailer } from "~/platform/mail/mailer.server";

/** What the worker process has once and every task may use. */
export interface TaskContext {
  database: Database;
  /** The owner's pool: for sweeps over all organisations only. */
  owner: pg.Pool;
  mailer: Mailer;
  unseal(sealed: string): string;
  /** Public address without a trailing slash. */
  appUrl: string;
  webhooks: WebhookAllowance;
  log: Log;
}

export interface Task {
  name: AnyJobName;
  /** `isLastAttempt`: when this fails, the job is not tried again. */
  run(payload: unknown, context: TaskContext, isLastAttempt?: boolean): Promise<void>;
}

/** Binds a job's name to its work. The payload is parsed again: an older version may have queued it. */
export function defineTask<J extends AnyJobName>(
  name: J,
  run: (payload: TaskPayload<J>, context: TaskContext, isLastAttempt: boolean) => Promise<void>,
): Task {
  return {
    name,
    run: async (payload, context, isLastAttempt = false) =>
      run(jobCatalogue[name].parse(payload) as TaskPayload<J>, context, isLastAttempt),
  };
}

/** Opens a scope of the organisation a job belongs to. */
export function jobScope<T>(
  context: TaskContext,
  job: { name: AnyJobName; orgId: string },
  use: (scope: Scope) => Promise<T>,
): Promise<T> {
  return context.database.withOrg(job.orgId, { kind: "job", name: job.name }, use);
}
