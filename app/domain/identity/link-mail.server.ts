import type { IdentityScope } from "../shared/scope";
import { issueLink } from "./issue-link.server";
import type { LinkPurpose, PersonalPurpose } from "./one-time-link";
import { hashSecret } from "./secret.server";

/** The receiver of the mail with a link. */
export interface LinkMail {
  purpose: LinkPurpose;
  /** Null for somebody who signs up. */
  userId: string | null;
  name: string;
  email: string;
  /** What the receiver has chosen. */
  language: string | null;
  /** The organization that invites; null for a link that the receiver has asked for. */
  invitedBy: string | null;
}

/**
 * The mail for a link, or null if it was already sent, or the link was used or has expired (after hours without a
 * mail server, expired links are not sent). A sign-up with the address of a
 * confirmed account gets a sign-in link in its stead.
 */
export async function linkMail(scope: IdentityScope, secret: string): Promise<LinkMail | null> {
  const where = { tokenHash: hashSecret(secret), mailedAt: null, usedAt: null, expiresAt: { gt: scope.now } };
  const token = await scope.db.oneTimeToken.findFirst({ where, include: { user: true } });
  if (token) {
    const { id: userId, name, languagePreference: language } = token.user;
    const email = token.email ?? token.user.email;
    const purpose = token.purpose as PersonalPurpose;
    const invitedBy = purpose === "invite" ? token.orgId : null;
    return { purpose, userId, name, email, language, invitedBy };
  }
  const signUp = await scope.db.signUp.findFirst({ where });
  if (!signUp) return null;
  const { name, email, language } = signUp;
  const user = await scope.db.user.findUnique({ where: { email } });
  if (!user?.emailConfirmedAt) {
    return { purpose: "confirm", userId: null, name, email, language, invitedBy: null };
  }
  const { count } = await scope.db.signUp.updateMany({ where, data: { mailedAt: scope.now } });
  if (count === 1) {
    await issueLink(scope, { purpose: "sign-in", userId: user.id, ...(language && { language }) });
  }
  return null;
}

/** Notes that the mail with a link went out. */
export async function noteLinkMailed(scope: IdentityScope, secret: string): Promise<void> {
  const mailed = { where: { tokenHash: hashSecret(secret) }, data: { mailedAt: scope.now } };
  await scope.db.oneTimeToken.updateMany(mailed);
  await scope.db.signUp.updateMany(mailed);
}
