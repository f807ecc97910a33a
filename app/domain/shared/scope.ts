import type { PlanInterval, SubscriptionFacts } from "../subscriptions/subscription";
import type { Day } from "./dates";
import type { IdentityDb, TenantDb } from "./db";
import type { IdentityJobName, JobPayload, OrganizationJobName, QueuedJobName } from "./jobs";

/** Permissions of an API key. `write` includes reading. */
export const apiAccess = ["read", "write"] as const;
export type ApiAccess = (typeof apiAccess)[number];

/**
 * Who acts, for permissions and the audit log. `viewedBy`: a member views the portal as an affiliate, with the
 * affiliate's rights and in a read-only transaction.
 */
export type Actor =
  | {
      kind: "member";
      userId: string;
      role: "owner" | "member";
      /** Whether the user has re-authenticated recently (proofs.ts). */
      isProven: boolean;
    }
  | { kind: "affiliate"; userId: string; affiliateId: string; viewedBy?: string }
  | { kind: "job"; name: string }
  | { kind: "operator" }
  /** A program with an API key. Postgres denies writes of a key with read access. */
  | {
      kind: "api_key";
      keyId: string;
      access: ApiAccess;
      /** Whether an owner allowed it the files of credit notes, which have whole account numbers. */
      readsDocuments: boolean;
    };

/** Writes a line of the log: a fixed phrase, with the details as fields. */
interface WriteLog {
  (fields: object, phrase?: string): void;
  (phrase: string): void;
}

export type Log = Readonly<Record<"info" | "warn" | "error", WriteLog>>;

/** Fields of both kinds of scope. */
interface CommonScope {
  /** The time when the scope was opened. */
  readonly now: Date;
  readonly log: Log;
  /** Encrypts a secret for a job payload. */
  seal(secret: string): string;
}

/** Encryption of account numbers. */
interface BankData {
  seal(iban: string): { sealed: string; keyId: string };
  open(sealed: string, keyId: string): string;
  sealBytes(bytes: Uint8Array): { sealed: Uint8Array<ArrayBuffer>; keyId: string };
  openBytes(sealed: Uint8Array, keyId: string): Uint8Array;
  /** Keyed hashes of a number, the one to store first; equal numbers share one. */
  marks(iban: string): [string, ...string[]];
}

/**
 * Everything a use case may access: one transaction inside one organization. Only the three files that open scopes
 * create it (app/server/open-scope, jobs/define-task, cli/run-command). It is never kept open over network calls.
 */
export interface Scope extends CommonScope {
  readonly orgId: string;
  readonly actor: Actor;
  /** Encrypts bank data with keys of their own. */
  readonly bankData: BankData;
  /** Sees only rows of this organization (for an affiliate: their own), because Postgres hides all others. */
  readonly db: TenantDb;
  /** Reads the organization, once per transaction. */
  organization(): Promise<OrganizationFacts>;
  /** Returns the calendar date in the organization's time zone. */
  today(): Promise<Day>;
  /** Queues a job in this transaction. It runs only if the transaction commits. */
  enqueue<J extends QueuedJobName>(job: J, payload: JobPayload<J>, options?: EnqueueOptions): Promise<void>;
  /** Queues many jobs of one kind in a single statement. */
  enqueueAll<J extends OrganizationJobName>(
    job: J,
    payloads: readonly JobPayload<J>[],
    options?: Pick<EnqueueOptions, "runAt">,
  ): Promise<void>;
  /**
   * Postpones due jobs that are not running, for a job that does their work in the meantime. Returns the keys of the
   * postponed jobs; the others are running, have run or are not due yet.
   */
  postponeJobs(keys: readonly string[], seconds: number): Promise<string[]>;
  /** Removes jobs that are not running from the queue, by their keys. */
  removeJobs(keys: readonly string[]): Promise<void>;
  /** Postpones the organization's waiting jobs, except those that a closed organization runs. */
  holdJobs(until: Date): Promise<void>;
  /** Runs the jobs that {@link holdJobs} has postponed until this time. */
  releaseJobs(until: Date): Promise<void>;
  /** Runs a function in a savepoint. An error rolls back only this part and is logged, and `ok` is false. */
  inSavepoint<T>(what: string, part: () => Promise<T>): Promise<{ ok: true; value: T } | { ok: false }>;
}

/** Opens a transaction inside the organization, for work that needs several. */
export type InScope = <T>(use: (scope: Scope) => Promise<T>) => Promise<T>;

export interface OrganizationFacts extends SubscriptionFacts {
  name: string;
  /** IANA name. */
  timeZone: string;
  /** Three letters. */
  defaultCurrency: string;
  /** Address for replies to its emails to affiliates; null for none. */
  replyTo: string | null;
  createdAt: Date;
  /** Daily quota of emails to people who have never signed in, if an operator has set one. */
  mailBudget: number | null;
  /** Whether an operator allows web addresses and phone numbers in names. */
  allowsContact: boolean;
  /** Interval of its subscription; null without one. */
  subscriptionInterval: PlanInterval | null;
  /** Time of the last successful query to Stripe; null if the organization is not a customer there. */
  subscriptionCheckedAt: Date | null;
  /** Number of subscriptions for which Stripe collects payments; more than one is an error. */
  subscriptionsPaid: number;
  /** When setup was first seen complete. */
  setupDoneAt: Date | null;
  /** When the setup checklist was hidden. */
  setupHiddenAt: Date | null;
}

/** A transaction outside any organization: sign-up, sign-in, one-time links. */
export interface IdentityScope extends CommonScope {
  readonly db: IdentityDb;
  enqueue<J extends IdentityJobName>(job: J, payload: JobPayload<J>): Promise<void>;
  /** Returns the organizations where a user is an affiliate. */
  affiliations(userId: string): Promise<{ orgId: string; affiliateId: string }[]>;
}

/** Runs single statements on the global tables, each in its own transaction. */
export interface StatementScope {
  readonly db: Pick<IdentityDb, "$queryRaw" | "$executeRaw">;
  readonly now: Date;
}

export interface EnqueueOptions {
  /** Only one job with this key is queued at a time in the organization; a later one replaces it. */
  key?: string;
  runAt?: Date;
}
