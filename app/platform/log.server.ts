import { pino } from "pino";

// An invalid level falls back to "info" here; the validation of the environment reports it.
const wanted = process.env["LOG_LEVEL"] ?? "";
const level = wanted === "silent" || Object.hasOwn(pino.levels.values, wanted) ? wanted : "info";

/**
 * Returns the loggable part of an error, because drivers attach whole connections to theirs.
 * @returns type, message, stack (including causes) and code; a value that is not an Error is returned unchanged
 */
export function loggedError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { type, message, stack, code } = pino.stdSerializers.err(error as Error & { code?: string });
  return { type, message, stack, code };
}

const MAX_REASON_LENGTH = 200;

/**
 * Returns one line without a stack that says why input was rejected. Stacks would fill the log, because a sender can
 * repeat the input.
 */
export function reasonLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.trim().split("\n", 1)[0]!.slice(0, MAX_REASON_LENGTH);
}

/** The structured log of the process: one JSON object per line on stderr. Stdout is reserved for command output. */
export const log = pino(
  {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: loggedError },
    // A valid one-time link is as sensitive as a password.
    redact: { paths: ["token", "*.token", "password", "*.password"], censor: "[redacted]" },
  },
  pino.destination({ dest: 2, sync: true }),
);
