import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import { DomainError } from "~/domain/shared/errors";
import { database } from "./app-context.server";
import { sealedCookie } from "./sealed-cookie.server";

// The challenge that an authenticator signs, valid once. It is in a cookie, and a used one is recorded until it
// expires.

export const CHALLENGE_MINUTES = 10;

/** Whether a passkey is used or made. */
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

/** Returns the header that stores a challenge in the browser. */
export const storeChallenge = (purpose: ChallengePurpose, kept: Kept, now = new Date()): Promise<string> =>
  cookies[purpose].keep(kept, now);

/** Returns the challenge of this browser, if it has not expired. */
export const readChallenge = (request: Request, purpose: ChallengePurpose, now = new Date()): Promise<Kept | null> =>
  cookies[purpose].read(request, now);

/**
 * Returns the challenge of this browser and uses it up. No challenge counts a second time, at whichever process it
 * arrives. Throws `passkey_ended`.
 */
export async function takeChallenge(request: Request, purpose: ChallengePurpose): Promise<Kept> {
  const kept = await readChallenge(request, purpose);
  if (!kept || (await wasUsed(kept.challenge))) throw new DomainError("passkey_ended");
  return kept;
}

/** Counted with the rate limits: one statement, visible to all processes, and a job removes expired rows. */
async function wasUsed(challenge: string): Promise<boolean> {
  const limit = { name: "passkey challenge", times: 1, seconds: 2 * CHALLENGE_MINUTES * 60 };
  const key = createHash("sha256").update(challenge).digest("base64url");
  return (await database().attempts.count(limit, key)) > 0;
}
