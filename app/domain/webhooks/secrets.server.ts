import { z } from "zod";
import { DomainError } from "../shared/errors";
import { boundedText, isoMoment } from "../shared/fields";

/** Of earlier secrets that still sign; the oldest ones end early when a secret is changed more often. */
const MOST_EARLIER = 5;

const earlierSecrets = z
  .object({
    /** Sealed. */
    secret: boundedText(1_000),
    until: isoMoment,
  })
  .array();
export type EarlierSecret = z.infer<typeof earlierSecrets>[number];

export interface StoredSecrets {
  secret: string | null;
  earlierSecrets: unknown;
}

/** The secrets before the one of now that still sign, the newest first. */
export function earlierOf({ earlierSecrets: stored }: Pick<StoredSecrets, "earlierSecrets">, now: Date) {
  return earlierSecrets.parse(stored).filter(({ until }) => new Date(until) > now);
}

/** The earlier secrets once there is a new one: those that still sign, and the one of now until a moment. */
export function withEarlier(stored: StoredSecrets, { now, until }: { now: Date; until: Date }): EarlierSecret[] {
  const { secret } = stored;
  const mine = secret === null ? [] : [{ secret, until: until.toISOString() }];
  return [...mine, ...earlierOf(stored, now)].slice(0, MOST_EARLIER);
}

/** The sealed secrets to sign with, the newest first. */
export function secretsOf(stored: StoredSecrets, now: Date): string[] {
  const earlier = earlierOf(stored, now).map(({ secret }) => secret);
  return [stored.secret, ...earlier].filter((one) => one !== null);
}

/**
 * Unseals secrets, the newest first. Throws `webhook_secret_unreadable` when the newest one was sealed with another
 * secret of the application (SESSION_SECRET): without its signature a receiver refuses everything. One before that
 * cannot be read is left out.
 */
export function unsealSecrets(sealed: readonly string[], unseal: (text: string) => string): string[] {
  return sealed.flatMap((one, index) => {
    try {
      return unseal(one);
    } catch {
      if (index === 0) throw new DomainError("webhook_secret_unreadable");
      return [];
    }
  });
}
