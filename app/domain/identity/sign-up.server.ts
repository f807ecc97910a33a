import type { IdentityScope } from "../shared/scope";
import { linkEnd } from "./one-time-link";
import { hashSecret, newSecret } from "./secret.server";

export interface SignUpRequest {
  name: string;
  email: string;
  /** argon2id. */
  passwordHash: string;
  language: string | null;
}

/**
 * Asks for an account. It is pending until the owner of the mailbox uses the link of its mail (redeemSignUp); nothing here
 * depends on whether there is an account with the address already, which the mail's job finds out (linkMail).
 */
export async function signUp(
  scope: Pick<IdentityScope, "db" | "now" | "seal" | "enqueue">,
  { name, email, passwordHash, language }: SignUpRequest,
): Promise<void> {
  const secret = newSecret();
  await scope.db.signUp.create({
    data: {
      ...{ name, email, passwordHash, language },
      tokenHash: hashSecret(secret),
      createdAt: scope.now,
      expiresAt: linkEnd(scope.now),
    },
  });
  await scope.enqueue("mail.link", { purpose: "confirm", link: scope.seal(secret) });
}

/**
 * Sends the mail of a pending sign-up again, with a link of its own; the one before keeps working. Nothing happens when the
 * sign-up is unknown or not pending any more.
 */
export async function mailSignUpAgain(scope: IdentityScope, signUpId: string): Promise<void> {
  const pending = await scope.db.signUp.findUnique({ where: { id: signUpId } });
  if (!pending?.passwordHash) return;
  const { name, email, passwordHash, language } = pending;
  await signUp(scope, { name, email, passwordHash, language });
}
