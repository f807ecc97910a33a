import { refuseContact } from "../shared/contact-in-name";
import type { IdentityScope } from "../shared/scope";
import { linkEnd } from "./one-time-link";
import { passwordHashOfSignUp } from "./password-hash.server";
import { hashSecret, newSecret } from "./secret.server";

export interface SignUpRequest {
  name: string;
  email: string;
  /** An argon2id hash. */
  passwordHash: string;
  language: string | null;
  /** The secret that identifies the browser later; null without one. */
  browser: string | null;
  /** Whether the email is sent; false if the mailbox has reached its limit. */
  isMailed?: boolean;
}

type SignUpScope = Pick<IdentityScope, "db" | "now" | "seal" | "enqueue">;

/**
 * Creates a pending sign-up and returns its id. It stays pending until the owner of the mailbox uses the emailed link
 * (redeemSignUp). Nothing here depends on whether the address has an account; the email's job finds that out
 * (linkMail).
 * Throws `name_has_contact` (field name), because the email goes to an unverified address.
 */
export async function signUp(scope: SignUpScope, { browser, ...request }: SignUpRequest): Promise<string> {
  refuseContact(request.name, "name", [request.email]);
  return storeSignUp(scope, { ...request, browserHash: browser === null ? null : hashSecret(browser) });
}

async function storeSignUp(
  scope: SignUpScope,
  {
    name,
    email,
    passwordHash,
    language,
    browserHash,
    isMailed = true,
  }: Omit<SignUpRequest, "browser"> & { browserHash: string | null },
): Promise<string> {
  const secret = newSecret();
  const { id } = await scope.db.signUp.create({
    data: {
      name,
      email,
      passwordHash,
      language,
      browserHash,
      tokenHash: hashSecret(secret),
      createdAt: scope.now,
      expiresAt: linkEnd(scope.now),
    },
  });
  if (isMailed) await scope.enqueue("mail.link", { purpose: "confirm", link: scope.seal(secret) });
  return id;
}

/** Returns the address of a pending sign-up; null if it is unknown or no longer pending. */
export async function pendingAddress(scope: IdentityScope, signUpId: string): Promise<string | null> {
  const pending = await scope.db.signUp.findUnique({ where: { id: signUpId } });
  return pending && (await passwordHashOfSignUp(scope, signUpId)) ? pending.email : null;
}

/**
 * Resends the email of a pending sign-up with a new link; the earlier link stays valid. Does nothing if the sign-up is
 * unknown or no longer pending.
 */
export async function mailSignUpAgain(scope: IdentityScope, signUpId: string): Promise<void> {
  const pending = await scope.db.signUp.findUnique({ where: { id: signUpId } });
  const passwordHash = await passwordHashOfSignUp(scope, signUpId);
  if (!pending || !passwordHash) return;
  const { name, email, language, browserHash } = pending;
  await storeSignUp(scope, { name, email, passwordHash, language, browserHash });
}
