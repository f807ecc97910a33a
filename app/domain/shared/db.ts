import type { Prisma } from "#prisma";

// The database interface of use cases: the Prisma models, and raw SQL. Implemented by app/platform/db.

/** The tables that belong to no organization. All other tables do, including future ones. */
export const globalModels = [
  "User",
  "Session",
  "OneTimeToken",
  "SignUp",
  "AuthenticatorApp",
  "RecoveryCode",
  "Passkey",
  "SecurityNotice",
  "RateLimit",
  "WorkerProcess",
  "CommitMark",
  "DeletedOrganization",
  "KeptDocument",
  "StripeCustomer",
  "StripeEvent",
  "StripeSimulation",
] as const satisfies readonly Prisma.ModelName[];

type Client = Omit<Prisma.TransactionClient, `$${string}`>;

/**
 * The client of a tenant transaction: the organization's models, and of the global ones only those needed for an
 * invitation. The names of users come from the organization's own rows.
 */
export type TenantDb = Omit<Client, Uncapitalize<(typeof globalModels)[number]>> & {
  user: Pick<Client["user"], "createMany" | "findUniqueOrThrow">;
  oneTimeToken: Pick<Client["oneTimeToken"], "createMany">;
} & RawSql &
  RawRows;

/** The client before the organization is known. */
export type IdentityDb = Pick<
  Client,
  "user" | "session" | "oneTimeToken" | "signUp" | "authenticatorApp" | "recoveryCode" | "passkey" | "securityNotice"
> &
  Pick<RawSql, "$queryRaw" | "$executeRaw">;

/** SQL in parts, with a value between each two of them. */
export interface SqlParts {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];
}

/** Functions for raw SQL that use the connection directly, without Prisma. */
export interface RawSql {
  /** Returns the rows. Values are parameters. */
  $queryRaw<T = unknown>(sql: TemplateStringsArray | SqlParts, ...values: unknown[]): Promise<T>;
  /**
   * Returns the rows of a statement that Postgres parses and plans once per connection, for any values. Only for a
   * statement that finds its rows by whole keys and runs very often. The plan of a list depends on the values
   * (docs/decisions/0020).
   */
  $queryPrepared<T = unknown>(sql: TemplateStringsArray, ...values: unknown[]): Promise<T>;
  /** Returns the number of changed rows. */
  $executeRaw(sql: TemplateStringsArray | SqlParts, ...values: unknown[]): Promise<number>;
  /** `sql` is a constant text of this program; external data is passed as values ($1, $2, …). */
  $executeRawUnsafe(sql: string, ...values: unknown[]): Promise<number>;
  /** Returns the rows; see $executeRawUnsafe. */
  $queryRawUnsafe<T = unknown>(sql: string, ...values: unknown[]): Promise<T>;
}

/** Raw SQL for results of any length. */
export interface RawRows {
  /** Passes on each row as it arrives, without keeping any. */
  $eachRow<T>(each: (row: T) => void): (sql: TemplateStringsArray | SqlParts, ...values: unknown[]) => Promise<void>;
}
