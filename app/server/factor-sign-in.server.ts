import { completeSignIn, startPasskeySession } from "~/domain/identity/begin-session.server";
import { readFactor, type Proof } from "~/domain/identity/second-factor.server";
import { giveSecurityNotice } from "~/domain/identity/security-notice.server";
import { DomainError } from "~/domain/shared/errors";
import { requestLanguage } from "./request-language.server";
import { countAttempt, refundAttempt } from "./rate-limits.server";
import { database } from "./app-context.server";
import { proofOf } from "./factor.server";
import { passkeyProof } from "./passkey.server";
import { recordFailedFactor } from "./failed-factor.server";
import { clearPending, type PendingSignIn } from "./pending-sign-in.server";
import { signIn, type RequestContext } from "./session.server";
import { logSignIn } from "./sign-in-log.server";

/**
 * Completes a sign-in with the second factor, a code or a passkey, and returns the redirect to the page requested
 * before. Throws `factor_code_wrong`, `factor_code_used`, `factor_ended`, `too_many_attempts`, and what passkeyProof
 * throws.
 */
export async function signInWithFactor(
  args: RequestContext,
  pending: PendingSignIn,
  given: { code: string } | { passkey: string },
): Promise<Response> {
  const { userId, wanted, welcome } = pending;
  try {
    await countAttempt(args, "factor", userId);
    const proof = await proofIn(args, userId, given);
    const language = await requestLanguage(args.request);
    const { answer } = await signIn(args, async (scope, browser) => {
      const session = await completeSignIn(scope, pending, proof, browser);
      if (proof.kind === "recovery") await giveSecurityNotice(scope, userId, "recovery_used", language);
      return { userId, wanted, welcome, ...session };
    });
    await refundAttempt(args, "factor", userId);
    if (proof.kind === "recovery") logSignIn(args, "recovery_code_used", { user_id: userId });
    answer.headers.append("Set-Cookie", await clearPending());
    return answer;
  } catch (refusal) {
    if (refusal instanceof DomainError) await recordFailedFactor(args, userId, refusal.code);
    throw refusal;
  }
}

async function proofIn(
  args: RequestContext,
  userId: string,
  given: { code: string } | { passkey: string },
): Promise<Proof> {
  if ("passkey" in given) return (await passkeyProof(args, given.passkey, userId)).proof;
  const facts = await database().withIdentity((scope) => readFactor(scope, userId));
  return proofOf(userId, given.code, facts);
}

/**
 * Signs in with a passkey alone. It includes the second factor: the device, and how it recognizes its owner. Throws
 * `too_many_attempts`, and what passkeyProof throws.
 */
export async function signInWithPasskey(
  args: RequestContext,
  answer: string,
  wanted: string | null,
): Promise<Response> {
  const address = args.context.ip;
  try {
    await countAttempt(args, "passkey", address);
    const { userId, proof } = await passkeyProof(args, answer, null);
    const { answer: inside } = await signIn(args, async (scope, browser) => ({
      userId,
      wanted,
      welcome: "signed_in" as const,
      ...(await startPasskeySession(scope, userId, proof, browser)),
    }));
    await refundAttempt(args, "passkey", address);
    inside.headers.append("Set-Cookie", await clearPending());
    return inside;
  } catch (refusal) {
    if (refusal instanceof DomainError) logSignIn(args, "sign_in_failed", { reason: refusal.code });
    throw refusal;
  }
}
