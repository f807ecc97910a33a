import { DomainError } from "../shared/errors";
import type { IdentityScope } from "../shared/scope";
import { issueLink } from "./issue-link.server";
import { lockUser, type LockedUser } from "./lock-user.server";
import type { LinkPurpose } from "./one-time-link";
import { revokeLinks } from "./revoke-links.server";
import { giveSecurityNotice } from "./security-notice.server";

/**
 * Begins to change the address of somebody signed in, who has shown that it is them. The new address gets the link that
 * changes it, the old one a link that stops it, or takes it back within three days. Until the first is used nothing
 * changes. A change begun before ends.
 * Says nothing about whether somebody else has the address.
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
 * Gives an account the address that a link of such a change names, and ends its sessions and links. The link that stops
 * a change leaves those of earlier changes: whoever takes an account over and moves it twice cannot move it back to
 * themselves. The caller has locked the row.
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
  await scope.db.user.update({ where: { id: user.id }, data: { email } });
  await revokeLinks(scope, { id: user.id, email }, { invitations: true });
  await giveSecurityNotice(scope, user.id, "email_changed", language);
}

/** An affiliate is known by their address to the organization that has added them, which changes it. */
async function requireNoAffiliate(scope: IdentityScope, userId: string): Promise<void> {
  if ((await scope.affiliations(userId)).length > 0) throw new DomainError("email_of_affiliate");
}

async function endBegun(scope: IdentityScope, userId: string): Promise<void> {
  await scope.db.$executeRaw`
    update one_time_token set expires_at = created_at
    where user_id = ${userId}::uuid and purpose = 'new-email' and used_at is null`;
}
