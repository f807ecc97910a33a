const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Pauses after each failed attempt, in ms. */
const pauses = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR)] as const;

/** Number of attempts for a delivery. */
export const ATTEMPTS = pauses.length + 1;

const JITTER = 0.2;

/**
 * Returns the pause before the next attempt, in ms; null after the last one. It varies by a fifth, so that a receiver
 * that was unavailable does not receive everything together. A delay requested with Retry-After is limited to between
 * the pause and twice the pause.
 *
 * @param made attempts so far, at least 1.
 * @param retryAfterMs the delay requested by the response; null if none.
 * @param random from 0 to 1.
 */
export function pauseAfter(
  made: number,
  retryAfterMs: number | null = null,
  random: () => number = Math.random,
): number | null {
  const pause = pauses[made - 1];
  if (pause === undefined) return null;
  if (retryAfterMs !== null) return Math.min(2 * pause, Math.max(pause, retryAfterMs));
  return Math.round(pause * (1 - JITTER + 2 * JITTER * random()));
}

/**
 * Reads a Retry-After header: seconds, or a date (RFC 9110, 10.2.3). Returns ms from now; null if it is missing or
 * unreadable.
 */
export function readRetryAfter(header: string | null, now: Date): number | null {
  const text = header?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND;
  // Dates without a zone would be read in the time zone of this process.
  if (text.length > 40 || !text.endsWith(" GMT")) return null;
  const moment = Date.parse(text);
  return Number.isNaN(moment) ? null : Math.max(0, moment - now.getTime());
}
