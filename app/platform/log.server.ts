import { pino } from "pino";

/** Structured log of the process, one JSON object a line on stderr (stdout belongs to the commands' output). */
export const log = pino(
  {
    level: process.env["LOG_LEVEL"] ?? "info",
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    // A one-time link is a password while it lives.
    redact: { paths: ["token", "*.token", "password", "*.password"], censor: "[redacted]" },
  },
  pino.destination({ dest: 2, sync: true }),
);

export type Log = Pick<typeof log, "info" | "warn" | "error">;
