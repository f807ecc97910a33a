import { refuseContact } from "../shared/contact-in-name";
import type { IdentityScope } from "../shared/scope";
import { linkEnd } from "./one-time-link";
import { passwordHashOfSignUp } from "./password-hash.server";
import { hashSecret, newSecret } from "./secret.server";

export interface SignUpRequest {
  name: string;
  email: string;
  /** argon2id. */
  passwordHash: string;
  language: string | null;
  /** The secret by which the browser is known again; null where there is none. */
  browser: string | null;
  /** Whether its mail goes out; false when the mailbox has got enough of them. */
  isMailed?: boolean;
}

type SignUpScope = Pick<IdentityScope, "db" | "now" | "seal" | "enqueue">;

/**
 * Asks for an account. It is pending until the owner of the mailbox uses the link of its mail (redeemSignUp); nothing
 * here depends on whether there is an account with the address already, which the mail's job finds out (linkMail).
 * Returns the id of what is pending. Throws `name_has_contact` (field name): the mail goes to whoever has the address.
 */
export async function signUp(scope: SignUpScope, { browser, ...request }: SignUpRequest): Promise<string> {
  refuseContact(request.name, "name", [request.email]);
  return keepSignUp(scope, { ...request, browserHash: browser === null ? null : hashSecret(browser) });
}

async function keepSignUp(
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

/** The address of a pending sign-up; null when it is unknown or not pending any more. */
export async function pendingAddress(scope: IdentityScope, signUpId: string): Promise<string | null> {
  const pending = await scope.db.signUp.findUnique({ where: { id: signUpId } });
  return pending && (await passwordHashOfSignUp(scope, signUpId)) ? pending.email : null;
}

/**
 * Sends the mail of a pending sign-up again, with a link of its own; the one before keeps working. Nothing happens when
 * the sign-up is unknown or not pending any more.
 */
export async function mailSignUpAgain(scope: IdentityScope, signUpId: string): Promise<void> {
  const pending = await scope.db.signUp.findUnique({ where: { id: signUpId } });
  const passwordHash = await passwordHashOfSignUp(scope, signUpId);
  if (!pending || !passwordHash) return;
  const { name, email, language, browserHash } = pending;
  await keepSignUp(scope, { name, email, passwordHash, language, browserHash });
}
