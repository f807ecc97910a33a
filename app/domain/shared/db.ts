import type { Prisma } from "#prisma";

// What use cases see of the database: the models of Prisma, and SQL of their own. app/platform/db makes it.

/** The tables that belong to no organisation. Everything else does, tomorrow's tables too. */
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
  "DeletedOrganization",
  "StripeCustomer",
  "StripeEvent",
  "StripeSimulation",
] as const satisfies readonly Prisma.ModelName[];

type Client = Omit<Prisma.TransactionClient, `$${string}`>;

/**
 * The client of a tenant transaction: the organisation's models, and of the global ones no more than an invitation
 * needs (people are known by name through the organisation's own rows).
 */
export type TenantDb = Omit<Client, Uncapitalize<(typeof globalModels)[number]>> & {
  user: Pick<Client["user"], "createMany" | "findUniqueOrThrow">;
  oneTimeToken: Pick<Client["oneTimeToken"], "createMany">;
} & RawSql &
  RawRows;

/** The client before an organisation is known. */
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

/** Prisma's functions for SQL of one's own, which go to the connection straight, without Prisma. */
export interface RawSql {
  /** The rows. Values are parameters. */
  $queryRaw<T = unknown>(sql: TemplateStringsArray | SqlParts, ...values: unknown[]): Promise<T>;
  /**
   * The rows of a statement that Postgres parses and plans once for each connection, for any values: only for one that
   * finds its rows by whole keys and runs very often. A list's plan depends on the values (docs/decisions/0020).
   */
  $queryPrepared<T = unknown>(sql: TemplateStringsArray, ...values: unknown[]): Promise<T>;
  /** How many rows were changed. */
  $executeRaw(sql: TemplateStringsArray | SqlParts, ...values: unknown[]): Promise<number>;
  /** `sql` is a text of this program; whatever comes from outside is a value, $1 and on. */
  $executeRawUnsafe(sql: string, ...values: unknown[]): Promise<number>;
  /** The same for rows. */
  $queryRawUnsafe<T = unknown>(sql: string, ...values: unknown[]): Promise<T>;
}

/** The same for results of any length. */
export interface RawRows {
  /** Hands on each row as it comes; none is kept. */
  $eachRow<T>(each: (row: T) => void): (sql: TemplateStringsArray | SqlParts, ...values: unknown[]) => Promise<void>;
}
