import { DomainError } from "../shared/errors";

interface Stored {
  secret: string | null;
  previousSecret: string | null;
  previousUntil: Date | null;
}

/** The sealed secrets to sign with, the newest first. */
export function secretsOf({ secret, previousSecret, previousUntil }: Stored, now: Date): string[] {
  const previous = previousUntil && previousUntil > now ? previousSecret : null;
  return [secret, previous].filter((one) => one !== null);
}

/**
 * Unseals secrets, the newest first. Throws `webhook_secret_unreadable` when the newest one was sealed with another secret of the
 * application (SESSION_SECRET): without its signature a receiver refuses everything. One before that cannot be read is left out.
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
