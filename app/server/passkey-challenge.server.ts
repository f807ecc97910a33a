import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import { DomainError } from "~/domain/shared/errors";
import { database } from "./app-context.server";
import { sealedCookie } from "./sealed-cookie.server";

// What an authenticator signs, so that its answer counts for this one time. It is in a cookie, and once it is used it
// is remembered until that has expired.

export const CHALLENGE_MINUTES = 10;

/** To ask for a passkey, or to make one: of the person whose id it is kept with. */
export type ChallengePurpose = "use" | "make";

const keptSchema = z.object({
  challenge: z.string(),
  userId: z.string().nullable(),
});
type Kept = z.infer<typeof keptSchema>;

const options = { minutes: CHALLENGE_MINUTES };
const cookies = {
  use: sealedCookie("passkey-use", options, keptSchema),
  make: sealedCookie("passkey-make", options, keptSchema),
} satisfies Record<ChallengePurpose, unknown>;

export const newChallenge = (): string => randomBytes(32).toString("base64url");

/** The header that keeps a challenge in the browser. */
export const keepChallenge = (purpose: ChallengePurpose, kept: Kept, now = new Date()): Promise<string> =>
  cookies[purpose].keep(kept, now);

/** The challenge of this browser, if it is not too old. */
export const readChallenge = (request: Request, purpose: ChallengePurpose, now = new Date()): Promise<Kept | null> =>
  cookies[purpose].read(request, now);

/**
 * The challenge of this browser, used up: whatever its answer is worth, none counts a second time, at whichever process
 * it arrives.
 * Throws `passkey_ended`.
 */
export async function takeChallenge(request: Request, purpose: ChallengePurpose): Promise<Kept> {
  const kept = await readChallenge(request, purpose);
  if (!kept || (await wasUsed(kept.challenge))) throw new DomainError("passkey_ended");
  return kept;
}

/** Counted where attempts are: one statement, which all processes see, and a job removes what has expired. */
async function wasUsed(challenge: string): Promise<boolean> {
  const limit = { name: "passkey challenge", times: 1, seconds: 2 * CHALLENGE_MINUTES * 60 };
  const key = createHash("sha256").update(challenge).digest("base64url");
  return (await database().attempts.count(limit, key)) > 0;
}
