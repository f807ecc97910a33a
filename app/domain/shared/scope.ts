import type { TenantDb, IdentityDb } from "~/platform/db/tenant-db.server";
import type { IdentityJobName, JobName, JobPayload } from "~/platform/jobs/catalogue";
import type { Log } from "~/platform/log.server";
import type { Day } from "./dates";

/** Who acts. Written to the audit log and asked by permissions. */
export type Actor =
  | { kind: "member"; userId: string; role: "owner" | "member" }
  | { kind: "affiliate"; userId: string; affiliateId: string }
  | { kind: "job"; name: string }
  | { kind: "operator" };

/** What both kinds of scope have in common. */
interface CommonScope {
  /** The moment the scope was opened. */
  readonly now: Date;
  readonly log: Log;
  /** Encrypts a secret for the way through the job queue. */
  seal(secret: string): string;
}

/**
 * Everything a use case may touch: one transaction inside one organisation. Opened by the three glue files only
 * (app/web/open-scope, jobs/define-task, cli/run-command) and never kept over network calls.
 */
export interface Scope extends CommonScope {
  readonly orgId: string;
  readonly actor: Actor;
  /** Sees this organisation's rows (an affiliate: their own) because Postgres refuses all others. */
  readonly db: TenantDb;
  /** The organisation as it was at the first time of asking in this transaction. */
  organization(): Promise<OrganizationFacts>;
  /** The calendar date in the organisation's time zone. */
  today(): Promise<Day>;
  /** Queues a job in this transaction: it runs if and only if the change commits. */
  enqueue<J extends JobName>(job: J, payload: JobPayload<J>, options?: EnqueueOptions): Promise<void>;
  /**
   * Runs a part that may fail without taking the rest along: on an error only its own changes are undone, the reason
   * is logged, and `ok` is false.
   */
  attempt<T>(what: string, part: () => Promise<T>): Promise<{ ok: true; value: T } | { ok: false }>;
}

export interface OrganizationFacts {
  name: string;
  /** IANA name. */
  timeZone: string;
  /** Three letters. */
  defaultCurrency: string;
  trialEndsAt: Date;
  /** When its set-up was first seen complete. */
  setupDoneAt: Date | null;
  /** Since when the checklist of the set-up is put away. */
  setupHiddenAt: Date | null;
}

/** A transaction before an organisation is known: sign-up, sign-in, one-time links. */
export interface IdentityScope extends CommonScope {
  readonly db: IdentityDb;
  enqueue<J extends IdentityJobName>(job: J, payload: JobPayload<J>): Promise<void>;
  /** The organisations a person is an affiliate of. */
  affiliations(userId: string): Promise<{ orgId: string; affiliateId: string }[]>;
}

export interface EnqueueOptions {
  /** One job of this key waits at a time (within the organisation); a later one replaces it. */
  key?: string;
  runAt?: Date;
  /** Default 25. */
  maxAttempts?: number;
}
