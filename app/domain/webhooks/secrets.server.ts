import { z } from "zod";
import { DomainError } from "../shared/errors";
import { boundedText, isoMoment } from "../shared/fields";

/** Limit for earlier secrets that still sign; the oldest end early if a secret is changed more often. */
const MAX_EARLIER = 5;

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

/** Returns the earlier secrets that still sign, newest first. */
export function earlierOf({ earlierSecrets: stored }: Pick<StoredSecrets, "earlierSecrets">, now: Date) {
  return earlierSecrets.parse(stored).filter(({ until }) => new Date(until) > now);
}

/** Returns the earlier secrets after a change: those that still sign, and the current one until the given time. */
export function withEarlier(stored: StoredSecrets, { now, until }: { now: Date; until: Date }): EarlierSecret[] {
  const { secret } = stored;
  const mine = secret === null ? [] : [{ secret, until: until.toISOString() }];
  return [...mine, ...earlierOf(stored, now)].slice(0, MAX_EARLIER);
}

/** Returns the sealed secrets for the signatures, newest first. */
export function secretsOf(stored: StoredSecrets, now: Date): string[] {
  const earlier = earlierOf(stored, now).map(({ secret }) => secret);
  return [stored.secret, ...earlier].filter((one) => one !== null);
}

/**
 * Unseals secrets, newest first. Throws `webhook_secret_unreadable` if the newest one was sealed with another secret of
 * the application (SESSION_SECRET), because without its signature a receiver rejects everything. An earlier secret that
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
