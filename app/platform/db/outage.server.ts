import pg from "pg";

/** Seconds after which a request that met an outage may be repeated. */
export const RETRY_SECONDS = 5;

/** Why the database rejects a correct statement: unreachable, out of resources, read-only or too slow. */
export type Outage = "away" | "full" | "read_only" | "slow";

// SQLSTATE classes and codes (https://www.postgresql.org/docs/current/errcodes-appendix.html). The first match applies.
const states: readonly [beginning: string, outage: Outage][] = [
  ["08", "away"], // connection exceptions
  ["28", "away"], // rejected log-in, for example during a password change
  ["3D000", "away"], // missing database, for example during a restore
  ["57014", "slow"], // statement_timeout, or an administrator's cancel
  ["57P", "away"], // shutdown, crash, start-up
  ["25006", "read_only"],
  ["25P03", "slow"], // idle_in_transaction_session_timeout
  ["25P04", "slow"], // transaction_timeout
  ["55P03", "slow"], // lock_timeout
  ["53", "full"], // disk, memory, connections
  ["58030", "full"], // disk I/O error on the server
];

const socketCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "EHOSTDOWN",
  "ENETUNREACH",
  "ENETDOWN",
  "ENOTFOUND",
  "EAI_AGAIN",
]);

// Errors that pg and pg-pool throw themselves have no code.
const awayMessage =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;
const slowMessage =
  /^(Query read timeout|timeout expired|timeout exceeded when trying to connect|A transaction took longer than)/;

/** A transaction or a single statement met an outage. Nothing was stored, unless the commit had already been sent. */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";
  /** Error code of the driver or of Postgres; undefined if there is none. */
  readonly code: string | undefined;

  constructor(
    cause: Error,
    readonly outage: Outage,
  ) {
    super(messageOf(cause), { cause });
    this.code = codeOf(cause);
  }
}

/**
 * Whether an error is a {@link DatabaseUnavailable} or was caused by one, because libraries wrap what their callbacks
 * throw.
 */
export function isUnavailable(error: unknown): boolean {
  return unavailableIn(error) !== null;
}

function unavailableIn(error: unknown): DatabaseUnavailable | null {
  for (let one = error, depth = 0; one instanceof Error && depth < 5; one = one.cause, depth++)
    // Compares the name, because the web bundle and the server around it each load their own class.
    if (one.name === "DatabaseUnavailable") return one as DatabaseUnavailable;
  return null;
}

/**
 * Returns the outage that an error of pg, its pool or {@link DatabaseUnavailable} means, or null for any other error.
 */
export function outageOf(error: unknown): Outage | null {
  if (!(error instanceof Error)) return null;
  const known = unavailableIn(error);
  if (known) return known.outage;
  const code = codeOf(error);
  if (code !== undefined && (socketCodes.has(code) || isFailedConnect(error))) return "away";
  if (error instanceof pg.DatabaseError) return states.find(([beginning]) => code?.startsWith(beginning))?.[1] ?? null;
  if (slowMessage.test(error.message)) return "slow";
  return awayMessage.test(error.message) ? "away" : null;
}

/** Rethrows an error, as a {@link DatabaseUnavailable} if it means an outage. */
export function throwOutage(error: unknown): never {
  const outage = outageOf(error);
  if (outage === null || isUnavailable(error)) throw error;
  throw new DatabaseUnavailable(error as Error, outage);
}

/** Whether connecting failed, for example because a socket file is missing. */
const isFailedConnect = (error: Error) => (error as NodeJS.ErrnoException).syscall === "connect";

/** Node tries all addresses of a host. Its error then has no message and, in old versions, no code. */
const oneOf = (error: Error): Error =>
  error instanceof AggregateError && error.errors[0] instanceof Error ? error.errors[0] : error;

const codeOf = (error: Error): string | undefined => {
  const { code } = oneOf(error) as NodeJS.ErrnoException;
  return typeof code === "string" ? code : undefined;
};

const messageOf = (error: Error): string => error.message || oneOf(error).message;
