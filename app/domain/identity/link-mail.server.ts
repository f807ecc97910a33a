import type { IdentityScope } from "../shared/scope";
import { issueLink } from "./issue-link.server";
import type { LinkPurpose, PersonalPurpose } from "./one-time-link";
import { hashSecret } from "./secret.server";

/** Receiver and purpose of the email with a link. */
export interface LinkMail {
  purpose: LinkPurpose;
  /** Null for a sign-up. */
  userId: string | null;
  name: string;
  email: string;
  /** The language that the receiver has chosen. */
  language: string | null;
  /** The organization that invites; null for a link that the receiver has requested. */
  invitedBy: string | null;
}

/**
 * Reads the email of a link; null if it was already sent, or the link was used or has expired (for example after hours
 * without a mail server). A sign-up with the address of a confirmed account gets a sign-in link instead.
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

/** Records that the email with a link was sent. */
export async function markLinkEmailed(scope: IdentityScope, secret: string): Promise<void> {
  const mailed = { where: { tokenHash: hashSecret(secret) }, data: { mailedAt: scope.now } };
  await scope.db.oneTimeToken.updateMany(mailed);
  await scope.db.signUp.updateMany(mailed);
}
