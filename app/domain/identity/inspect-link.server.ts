import { DomainError } from "../shared/errors";
import type { IdentityScope } from "../shared/scope";
import type { LinkPurpose, PersonalPurpose } from "./one-time-link";
import { hashSecret } from "./secret.server";

/** A link that can be used. */
export type Link = {
  email: string;
  name: string;
  /** Whether using it requires a new password. */
  needsPassword: boolean;
} & (
  | { purpose: "confirm"; userId?: never }
  /** The user whom it signs in. */
  | { purpose: PersonalPurpose; userId: string }
);

/**
 * Returns purpose and user of a link without using it up. The page behind it shows a button, because mail scanners open
 * links. `browser` is the secret of a browser that has signed up.
 * Throws `link_unknown`, `link_used`, `link_expired`; the last two have the purpose in `params`.
 */
export async function inspectLink(scope: IdentityScope, secret: string, browser: string | null = null): Promise<Link> {
  const found = await findLink(scope, secret, browser);
  if (!found) throw new DomainError("link_unknown");
  const { purpose } = found.link;
  if (found.usedAt) throw new DomainError("link_used", { purpose });
  if (found.expiresAt <= scope.now) throw new DomainError("link_expired", { purpose });
  return found.link;
}

async function findLink(
  scope: IdentityScope,
  secret: string,
  browser: string | null,
): Promise<{ link: Link; usedAt: Date | null; expiresAt: Date } | null> {
  const where = { tokenHash: hashSecret(secret) };
  const token = await scope.db.oneTimeToken.findUnique({ where, include: { user: true } });
  if (token) {
    const purpose = token.purpose as Exclude<LinkPurpose, "confirm">;
    return {
      ...token,
      link: {
        purpose,
        userId: token.userId,
        email: token.email ?? token.user.email,
        name: token.user.name,
        // A user who stops an address change may have had the password stolen.
        needsPassword: purpose === "reset" || purpose === "keep-email",
      },
    };
  }
  const signUp = await scope.db.signUp.findUnique({ where });
  if (!signUp) return null;
  const { email, name } = signUp;
  const account = await scope.db.user.findUnique({ where: { email } });
  const needsPassword = !account?.emailConfirmedAt && !isSameBrowser(signUp, browser);
  return { ...signUp, link: { purpose: "confirm", email, name, needsPassword } };
}

/**
 * Returns whether a sign-up came from this browser. In any other browser, the user of the link did not choose the
 * password.
 */
export const isSameBrowser = ({ browserHash }: { browserHash: string | null }, browser: string | null): boolean =>
  browser !== null && browserHash === hashSecret(browser);
