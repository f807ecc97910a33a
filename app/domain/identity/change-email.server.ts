import { DomainError } from "../shared/errors";
import { isDuplicate } from "../shared/refused-write";
import type { IdentityScope } from "../shared/scope";
import { issueLink } from "./issue-link.server";
import { lockUser, type LockedUser } from "./lock-user.server";
import type { LinkPurpose } from "./one-time-link";
import { revokeLinks } from "./revoke-links.server";
import { giveSecurityNotice } from "./security-notice.server";

/**
 * Starts to change the address of a user who has re-authenticated. The new address gets the link that changes it. The
 * old address gets a link that stops the change, or reverts it within three days. Nothing changes until the first link
 * is used, and an earlier change ends. The result does not reveal whether another account has the address.
 * Throws `email_same` (field email), `email_of_affiliate`, `not_found`.
 */
export async function beginEmailChange(
  scope: IdentityScope,
  userId: string,
  { email, language }: { email: string; language: string },
): Promise<void> {
  const user = await lockUser(scope, userId);
  if (!user) throw new DomainError("not_found");
  if (user.email === email) throw new DomainError("email_same", {}, "email");
  await requireNoAffiliate(scope, userId);
  await endBegun(scope, userId);
  await issueLink(scope, { purpose: "new-email", userId, email, language });
  await issueLink(scope, { purpose: "keep-email", userId, email: user.email, language });
}

/**
 * Sets the address named by a link of an address change, and ends the user's sessions and links. The link that stops a
 * change leaves the links of earlier changes valid. An attacker who takes over an account and changes the address twice
 * therefore cannot revert it to their own. The caller has locked the row.
 * Throws `email_taken`, `email_of_affiliate`.
 */
export async function moveTo(
  scope: IdentityScope,
  user: LockedUser,
  link: { purpose: LinkPurpose; email: string; createdAt: Date },
  language: string,
): Promise<void> {
  const { email, purpose, createdAt } = link;
  if (purpose === "keep-email") {
    await scope.db.$executeRaw`
      update one_time_token set expires_at = created_at
      where user_id = ${user.id}::uuid and purpose = 'keep-email' and used_at is null and created_at >= ${createdAt}`;
  } else await requireNoAffiliate(scope, user.id);
  await endBegun(scope, user.id);
  await revokeLinks(scope, user, { invitations: true });
  await scope.db.session.deleteMany({ where: { userId: user.id } });
  if (user.email === email) return;
  const other = await scope.db.user.findUnique({ where: { email } });
  if (other) throw new DomainError("email_taken");
  try {
    await scope.db.user.update({ where: { id: user.id }, data: { email } });
  } catch (error) {
    // Another account got the address in the meantime.
    if (isDuplicate(error)) throw new DomainError("email_taken");
    throw error;
  }
  await revokeLinks(scope, { id: user.id, email }, { invitations: true });
  await giveSecurityNotice(scope, user.id, "email_changed", language);
}

/** The organization identifies an affiliate by the address and changes it itself. */
async function requireNoAffiliate(scope: IdentityScope, userId: string): Promise<void> {
  if ((await scope.affiliations(userId)).length > 0) throw new DomainError("email_of_affiliate");
}

async function endBegun(scope: IdentityScope, userId: string): Promise<void> {
  await scope.db.$executeRaw`
    update one_time_token set expires_at = created_at
    where user_id = ${userId}::uuid and purpose = 'new-email' and used_at is null`;
}
