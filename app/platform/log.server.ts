import { pino } from "pino";

// A bad level is for the environment's validation to report, which says it in one line.
const wanted = process.env["LOG_LEVEL"] ?? "";
const level = wanted === "silent" || Object.hasOwn(pino.levels.values, wanted) ? wanted : "info";

/** Structured log of the process, one JSON object a line on stderr (stdout belongs to the commands' output). */
export const log = pino(
  {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    // A one-time link is a password while it lives.
    redact: { paths: ["token", "*.token", "password", "*.password"], censor: "[redacted]" },
  },
  pino.destination({ dest: 2, sync: true }),
);

export type Log = Pick<typeof log, "info" | "warn" | "error">;
