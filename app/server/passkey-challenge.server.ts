import { createHash, randomBytes } from "node:crypto";
import { DomainError } from "~/domain/shared/errors";
import { siteCookie } from "~/platform/cookie.server";
import { createSealer } from "~/platform/seal.server";
import { database, sessionSecret } from "./app-context.server";

// What an authenticator signs, so that its answer counts for this one time. It is in a cookie that the program alone can read and
// make, and once it is used it is remembered until that has expired.

export const CHALLENGE_MINUTES = 10;

/** To ask for a passkey, or to make one: of the person whose id it is kept with. */
export type ChallengePurpose = "use" | "make";

interface Kept {
  challenge: string;
  userId: string | null;
}

const made = new Map<ChallengePurpose, ReturnType<typeof siteCookie>>();

function cookieOf(purpose: ChallengePurpose) {
  const cookie =
    made.get(purpose) ??
    siteCookie(`passkey-${purpose}`, () => ({
      httpOnly: true,
      secrets: [sessionSecret()],
      maxAge: CHALLENGE_MINUTES * 60,
    }));
  made.set(purpose, cookie);
  return cookie;
}

export const newChallenge = (): string => randomBytes(32).toString("base64url");

/** The header that keeps a challenge in the browser. */
export async function keepChallenge(
  purpose: ChallengePurpose,
  kept: Kept,
  now = new Date(),
): Promise<string> {
  const sealed = { kind: `passkey-${purpose}`, until: now.getTime() + CHALLENGE_MINUTES * 60_000, ...kept };
  return cookieOf(purpose).serialize(createSealer(sessionSecret()).seal(JSON.stringify(sealed)));
}

/** The challenge of this browser, if it is not too old. */
export async function readChallenge(
  request: Request,
  purpose: ChallengePurpose,
  now = new Date(),
): Promise<Kept | null> {
  const sealed: unknown = await cookieOf(purpose).parse(request.headers.get("Cookie"));
  if (typeof sealed !== "string" || !sealed) return null;
  try {
    const kept = JSON.parse(createSealer(sessionSecret()).unseal(sealed)) as Kept & Record<string, unknown>;
    const isGood = kept["kind"] === `passkey-${purpose}` && Number(kept["until"]) > now.getTime();
    return isGood ? { challenge: kept.challenge, userId: kept.userId } : null;
  } catch {
    // Sealed with an earlier secret, or made up.
    return null;
  }
}

/**
 * The challenge of this browser, used up: whatever its answer is worth, none counts a second time, at whichever process it arrives.
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
