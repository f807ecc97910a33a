import pg from "pg";

/** After so many seconds a request that met an outage may be sent again. */
export const RETRY_SECONDS = 5;

/** Why the database does not do what it is asked for, although nothing is wrong with the question. */
export type Outage = "away" | "full" | "read_only" | "slow";

// SQLSTATE classes and codes (https://www.postgresql.org/docs/current/errcodes-appendix.html). The first that fits
// counts.
const states: readonly [beginning: string, outage: Outage][] = [
  ["08", "away"], // connection exceptions
  ["28", "away"], // a log-in that is refused: a password that is being changed
  ["3D000", "away"], // no such database: one that is being restored
  ["57014", "slow"], // statement_timeout, or an administrator's cancel
  ["57P", "away"], // shut down, crashed, starting
  ["25006", "read_only"],
  ["25P03", "slow"], // idle_in_transaction_session_timeout
  ["25P04", "slow"], // transaction_timeout
  ["55P03", "slow"], // lock_timeout
  ["53", "full"], // disk, memory, connections
  ["58030", "full"], // input and output of the server's disk
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

// What pg and pg-pool throw themselves has no code.
const awayMessage =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;
const slowMessage =
  /^(Query read timeout|timeout expired|timeout exceeded when trying to connect|A transaction took longer than)/;

/**
 * A transaction, or a statement without one, met an outage. Nothing of it was kept, unless its commit had been sent.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";
  /** The code of the driver or of Postgres, if there is one. */
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
 * Whether an error is a {@link DatabaseUnavailable}, or was caused by one: libraries wrap what their callbacks throw.
 */
export function isUnavailable(error: unknown): boolean {
  return unavailableIn(error) !== null;
}

function unavailableIn(error: unknown): DatabaseUnavailable | null {
  for (let one = error, depth = 0; one instanceof Error && depth < 5; one = one.cause, depth++)
    // The web bundle and the program around it have a class each, so its name is what counts.
    if (one.name === "DatabaseUnavailable") return one as DatabaseUnavailable;
  return null;
}

/** Reads what pg, its pool or {@link DatabaseUnavailable} throws: which outage it means; null for every other error. */
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

/** Throws the error as a {@link DatabaseUnavailable} when it means an outage, else as it is. */
export function throwOutage(error: unknown): never {
  const outage = outageOf(error);
  if (outage === null || isUnavailable(error)) throw error;
  throw new DatabaseUnavailable(error as Error, outage);
}

/** A socket file that is missing, for one. */
const isFailedConnect = (error: Error) => (error as NodeJS.ErrnoException).syscall === "connect";

/** Node tries all addresses of a host. Its error has no message then, and in old versions no code. */
const oneOf = (error: Error): Error =>
  error instanceof AggregateError && error.errors[0] instanceof Error ? error.errors[0] : error;

const codeOf = (error: Error): string | undefined => {
  const { code } = oneOf(error) as NodeJS.ErrnoException;
  return typeof code === "string" ? code : undefined;
};

const messageOf = (error: Error): string => error.message || oneOf(error).message;
