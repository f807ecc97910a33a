const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How long after an attempt that failed the next one is made, in ms. */
const pauses = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR)] as const;

/** How often a delivery is tried. */
export const ATTEMPTS = pauses.length + 1;

const JITTER = 0.2;

/**
 * The pause before the next attempt, in ms; null after the last one. It varies by a fifth, so that a receiver that was
 * down does not get everything at once. What a receiver asks for with Retry-After is done between the pause and twice
 * of it.
 *
 * @param made attempts so far, at least one.
 * @param retryAfterMs what the answer asks for; null when it says nothing.
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
 * Reads a Retry-After header: seconds, or a date (RFC 9110, 10.2.3). Ms from now; null when it is missing or
 * unreadable.
 */
export function readRetryAfter(header: string | null, now: Date): number | null {
  const text = header?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND;
  // Dates without a zone would be read in the zone of this process.
  if (text.length > 40 || !text.endsWith(" GMT")) return null;
  const moment = Date.parse(text);
  return Number.isNaN(moment) ? null : Math.max(0, moment - now.getTime());
}
