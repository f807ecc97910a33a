import type { PlanInterval, SubscriptionFacts } from "../subscriptions/subscription";
import type { Day } from "./dates";
import type { IdentityDb, TenantDb } from "./db";
import type { IdentityJobName, JobPayload, OrganizationJobName, QueuedJobName } from "./jobs";

/** What a key of the API may do. `write` includes reading. */
export const apiAccess = ["read", "write"] as const;
export type ApiAccess = (typeof apiAccess)[number];

/**
 * Who acts. The audit log records it, and permissions depend on it. `viewedBy`: somebody of the staff looks at what the
 * affiliate sees, with an affiliate's rights and in a transaction that can only read.
 */
export type Actor =
  | {
      kind: "member";
      userId: string;
      role: "owner" | "member";
      /** Whether they have shown lately that it is them (proofs.ts). */
      isProven: boolean;
    }
  | { kind: "affiliate"; userId: string; affiliateId: string; viewedBy?: string }
  | { kind: "job"; name: string }
  | { kind: "operator" }
  /** A program with a key of the API. Postgres refuses what a key that only reads would write. */
  | { kind: "api_key"; keyId: string; access: ApiAccess };

/** Writes a line of the log: a fixed phrase, and the details as fields. */
interface WriteLog {
  (fields: object, phrase?: string): void;
  (phrase: string): void;
}

export type Log = Readonly<Record<"info" | "warn" | "error", WriteLog>>;

/** What both kinds of scope have in common. */
interface CommonScope {
  /** The moment the scope was opened. */
  readonly now: Date;
  readonly log: Log;
  /** Encrypts a secret that is handed to a job. */
  seal(secret: string): string;
}

/**
 * Everything a use case may touch: one transaction inside one organization. Opened by the three glue files only
 * (app/server/open-scope, jobs/define-task, cli/run-command) and never kept over network calls.
 */
export interface Scope extends CommonScope {
  readonly orgId: string;
  readonly actor: Actor;
  /** Sees this organization's rows (an affiliate: their own) because Postgres refuses all others. */
  readonly db: TenantDb;
  /** The organization, read once in this transaction. */
  organization(): Promise<OrganizationFacts>;
  /** The calendar date in the organization's time zone. */
  today(): Promise<Day>;
  /** Queues a job in this transaction. It runs only if the transaction commits. */
  enqueue<J extends QueuedJobName>(job: J, payload: JobPayload<J>, options?: EnqueueOptions): Promise<void>;
  /** The same of any number of them, with one statement. */
  enqueueAll<J extends OrganizationJobName>(
    job: J,
    payloads: readonly JobPayload<J>[],
    options?: Pick<EnqueueOptions, "runAt">,
  ): Promise<void>;
  /**
   * Puts off jobs that are due and do not run, for a job that does their work meanwhile.
   * @returns the keys of those it has found; the others run, have run or wait for their time
   */
  holdJobs(keys: readonly string[], seconds: number): Promise<string[]>;
  /** Takes jobs that do not run out of the queue, by their keys. */
  endJobs(keys: readonly string[]): Promise<void>;
  /**
   * Runs a part that may fail. On an error only the changes of this part are undone, the error is logged, and `ok` is
   * false.
   */
  attempt<T>(what: string, part: () => Promise<T>): Promise<{ ok: true; value: T } | { ok: false }>;
}

export interface OrganizationFacts extends SubscriptionFacts {
  name: string;
  /** IANA name. */
  timeZone: string;
  /** Three letters. */
  defaultCurrency: string;
  /** Where replies to what it mails its affiliates go; null if nowhere. */
  replyTo: string | null;
  createdAt: Date;
  /** How many mails a day it may cause to people who have never signed in, if an operator has decided that. */
  mailBudget: number | null;
  /** An operator lets web addresses and telephone numbers stand in names. */
  allowsContact: boolean;
  /** Of its subscription; null without one. */
  subscriptionInterval: PlanInterval | null;
  /** When Stripe was last asked with success; null as long as it is no customer there. */
  subscriptionCheckedAt: Date | null;
  /** How many subscriptions Stripe collects payments for; more than one is one too many. */
  subscriptionsPaid: number;
  /** When its set-up was first seen complete. */
  setupDoneAt: Date | null;
  /** When the checklist of the set-up was hidden. */
  setupHiddenAt: Date | null;
}

/** A transaction before an organization is known: sign-up, sign-in, one-time links. */
export interface IdentityScope extends CommonScope {
  readonly db: IdentityDb;
  enqueue<J extends IdentityJobName>(job: J, payload: JobPayload<J>): Promise<void>;
  /** The organizations a person is an affiliate of. */
  affiliations(userId: string): Promise<{ orgId: string; affiliateId: string }[]>;
}

/** Statements on the global tables, each a transaction of its own. */
export interface StatementScope {
  readonly db: Pick<IdentityDb, "$queryRaw" | "$executeRaw">;
  readonly now: Date;
}

export interface EnqueueOptions {
  /** Only one job with this key waits at a time in the organization. A later one replaces it. */
  key?: string;
  runAt?: Date;
}
