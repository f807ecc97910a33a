import { startPasswordSession } from "~/domain/identity/start-password-session.server";
import { DomainError } from "~/domain/shared/errors";
import { authenticatePassword } from "./authenticator.server";
import { signIn, type Call } from "./session.server";
import { addressMark, logSignIn } from "./sign-in-log.server";

/**
 * Signs in with a password and answers with the redirect to the page that was `wanted` before. Throws what
 * authenticatePassword throws.
 */
export async function signInWithPassword(
  call: Call,
  credentials: { email: string; password: string },
  wanted: string | null,
): Promise<Response> {
  try {
    return await attempt(call, credentials, wanted, 1);
  } catch (refusal) {
    if (refusal instanceof DomainError) {
      logSignIn(call, "sign_in_failed", { address: addressMark(credentials.email), reason: refusal.code });
    }
    throw refusal;
  }
}

async function attempt(
  call: Call,
  credentials: { email: string; password: string },
  wanted: string | null,
  more: number,
): Promise<Response> {
  const { userId, languagePreference, ...hashes } = await authenticatePassword(credentials);
  try {
    const { answer } = await signIn(call, async (scope, browser) => {
      const session = { ...browser, userId, door: "staff" as const };
      const secret = await startPasswordSession(scope, hashes, session);
      return { userId, secret, languagePreference, wanted, welcome: "signed_in" };
    });
    return answer;
  } catch (refusal) {
    // Another hash is stored by now: of a new password, or of the same one, renewed by a sign-in at the same moment.
    if (refusal instanceof DomainError && more > 0) return attempt(call, credentials, wanted, more - 1);
    throw refusal;
  }
}
