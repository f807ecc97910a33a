import { startPasswordSession } from "~/domain/identity/start-password-session.server";
import { DomainError } from "~/domain/shared/errors";
import { countAttempt, refundAttempt } from "./rate-limits.server";
import { authenticatePassword, type Confirmed } from "./authenticator.server";
import { signIn, type RequestContext } from "./session.server";
import { addressMark, logSignIn } from "./sign-in-log.server";

/**
 * Signs in with a password and returns the redirect to the `wanted` page. Throws what authenticatePassword and
 * countAttempt throw.
 */
export async function signInWithPassword(
  args: RequestContext,
  credentials: { email: string; password: string },
  wanted: string | null,
): Promise<Response> {
  try {
    await countAttempt(args, "sign-in", credentials.email);
    const answer = await attempt(args, credentials, wanted, 1);
    await refundAttempt(args, "sign-in", credentials.email);
    return answer;
  } catch (refusal) {
    if (refusal instanceof DomainError) {
      logSignIn(args, "sign_in_failed", { address: addressMark(credentials.email), reason: refusal.code });
    }
    throw refusal;
  }
}

async function attempt(
  args: RequestContext,
  credentials: { email: string; password: string },
  wanted: string | null,
  more: number,
): Promise<Response> {
  const proven = await authenticatePassword(credentials);
  try {
    return await admit(args, proven, wanted);
  } catch (refusal) {
    // Another hash is stored by now: of a new password, or of the same one, renewed by a concurrent sign-in.
    if (refusal instanceof DomainError && more > 0) return attempt(args, credentials, wanted, more - 1);
    throw refusal;
  }
}

/**
 * Admits a user whose password was right, and returns the redirect. It is the only place that does, so any further
 * check comes before the session here. Throws `credentials_wrong` when the password was replaced in the meantime.
 */
async function admit(
  args: RequestContext,
  { userId, languagePreference, ...hashes }: Confirmed,
  wanted: string | null,
): Promise<Response> {
  const { answer } = await signIn(args, async (scope, browser) => {
    const session = { ...browser, userId, door: "staff" as const };
    const begun = await startPasswordSession(scope, hashes, session);
    return { userId, ...begun, languagePreference, wanted, welcome: "signed_in" };
  });
  return answer;
}
