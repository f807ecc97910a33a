import { DomainError } from "../shared/errors";
import type { IdentityScope } from "../shared/scope";
import type { LinkPurpose, PersonalPurpose } from "./one-time-link";
import { hashSecret } from "./secret.server";

/** A link that can be used. */
export type Link = {
  email: string;
  name: string;
  /** Whether it works with a new password only. */
  needsPassword: boolean;
} & (
  | { purpose: "confirm"; userId?: never }
  /** The person it signs in. */
  | { purpose: PersonalPurpose; userId: string }
);

/**
 * What a link is for and whom it signs in, without using it up: the page behind it shows a button (mail scanners open
 * links). `browser` is the secret of a browser that has signed up.
 * Throws `link_unknown`, `link_used`, `link_expired`; the latter two tell the purpose in `params`.
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
        // Whoever stops a change of the address may have lost the password to somebody.
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

/** Whether a sign-up came from this browser. Whoever else opens its link did not choose its password. */
export const isSameBrowser = ({ browserHash }: { browserHash: string | null }, browser: string | null): boolean =>
  browser !== null && browserHash === hashSecret(browser);
