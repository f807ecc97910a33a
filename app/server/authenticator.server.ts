import { createCookieSessionStorage } from "@remix-run/node";
import { Authenticator } from "remix-auth";
import { EmailLinkStrategy } from "remix-auth-email-link";
import { FormStrategy } from "remix-auth-form";
import { passwordCandidates, type PasswordCandidates } from "~/domain/identity/check-password.server";
import { safePath } from "~/paths/landing";
import { requestLink } from "~/domain/identity/request-link.server";
import { DomainError } from "~/domain/shared/errors";
import { hashPassword, isOutdated, verifyPassword } from "~/platform/passwords.server";
import { appUrl, database, sessionSecret } from "./app-context.server";
import { paths } from "~/paths/paths";

/**
 * The account whose password was right, the hash it was compared with, and a new hash if the parameters are outdated.
 */
export type Confirmed = NonNullable<PasswordCandidates["account"]> & { renewedHash?: string };

let authenticator: Authenticator<Confirmed> | undefined;

function theAuthenticator(): Authenticator<Confirmed> {
  if (authenticator) return authenticator;
  // The library wants to store the user in a session of its own. Sessions of this app are rows in the database, so
  // nothing of this storage reaches a browser.
  const unused = createCookieSessionStorage({ cookie: { name: "unused", secrets: [sessionSecret()] } });
  authenticator = new Authenticator<Confirmed>(unused, { throwOnError: true });

  authenticator.use(
    new FormStrategy(async ({ form }) => {
      const email = String(form.get("email"));
      const password = String(form.get("password"));
      const { account, pending } = await database().withIdentity((scope) => passwordCandidates(scope, email));
      // Always two comparisons, so that the time does not reveal whether an account exists.
      const [isAccounts, isPendings] = await Promise.all([
        verifyPassword(account?.passwordHash ?? null, password),
        verifyPassword(pending?.passwordHash ?? null, password),
      ]);
      if (account && isAccounts) {
        return isOutdated(account.passwordHash) ? { ...account, renewedHash: await hashPassword(password) } : account;
      }
      if (pending && isPendings) {
        throw new DomainError("sign_up_pending", { email, sign_up: pending.signUpId });
      }
      throw new DomainError("credentials_wrong");
    }),
    "password",
  );

  // This strategy carries only the message. Its own link could be used repeatedly, so it is not sent. The one-time link
  // of requestLink decides who signs in (docs/decisions/0004-one-time-links.md).
  authenticator.use(
    new EmailLinkStrategy(
      {
        secret: sessionSecret(),
        callbackURL: paths.link(),
        sendEmail: async ({ emailAddress, form }) =>
          database().withIdentity((scope) =>
            requestLink(scope, {
              purpose: "sign-in",
              email: emailAddress,
              language: String(form?.get("language")),
              redirectTo: safePath(form?.get("redirect_to")),
            }),
          ),
      },
      async () => {
        throw new Error("links of this strategy are never sent");
      },
    ),
    "email-link",
  );
  return authenticator;
}

/**
 * Returns the account that the credentials belong to at this moment; startPasswordSession checks again. Throws
 * `credentials_wrong`, `sign_up_pending` (with the address and the id of the sign-up).
 */
export async function authenticatePassword(credentials: { email: string; password: string }): Promise<Confirmed> {
  try {
    return await theAuthenticator().authenticate("password", formRequest(credentials), {
      throwOnError: true,
    });
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    if (cause instanceof DomainError) throw cause;
    throw error;
  }
}

/** Sends a sign-in link if the address belongs to an affiliate. */
export async function sendSignInLink(email: string, language: string, redirectTo: string | null): Promise<void> {
  try {
    await theAuthenticator().authenticate(
      "email-link",
      formRequest({ email, language, redirect_to: redirectTo ?? "" }),
      {
        successRedirect: paths.home(),
        throwOnError: true,
      },
    );
  } catch (answer) {
    // The library reports success by throwing its redirect, with a cookie that is not needed.
    if (!(answer instanceof Response)) throw answer;
  }
}

/**
 * Makes an internal request. Its origin is the configured address, and none of the visitor's headers reach the library.
 */
function formRequest(fields: Record<string, string>): Request {
  const address = new URL(appUrl());
  return new Request(address, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded", Host: address.host },
    body: new URLSearchParams(fields),
  });
}
