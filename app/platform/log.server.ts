import { pino } from "pino";

// A bad level is for the environment's validation to report, which says it in one line.
const wanted = process.env["LOG_LEVEL"] ?? "";
const level = wanted === "silent" || Object.hasOwn(pino.levels.values, wanted) ? wanted : "info";

/**
 * What is logged of an error: what helps to find its cause. Drivers hang whole connections on theirs.
 * @returns type, message, stack (with those of its causes) and code; what is not an Error as it is
 */
export function loggedError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { type, message, stack, code } = pino.stdSerializers.err(error as Error & { code?: string });
  return { type, message, stack, code };
}

const LONGEST_REASON = 200;

/**
 * Why something that came from outside was refused, in one line without a stack: whoever sends it can send it often.
 */
export function reasonLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.trim().split("\n", 1)[0]!.slice(0, LONGEST_REASON);
}

/** Structured log of the process, one JSON object a line on stderr (stdout belongs to the commands' output). */
export const log = pino(
  {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: loggedError },
    // A one-time link is a password while it lives.
    redact: { paths: ["token", "*.token", "password", "*.password"], censor: "[redacted]" },
  },
  pino.destination({ dest: 2, sync: true }),
);
