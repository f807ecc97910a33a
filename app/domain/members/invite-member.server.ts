import { randomUUID } from "node:crypto";
import { recordAudit } from "../audit/record-audit.server";
import { DomainError } from "../shared/errors";
import { pick } from "../shared/field-list";
import { actingUser } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { readMembers } from "./list-members.server";
import { lockMembersAsOwner } from "./lock-members.server";
import { invitationFields, type NewInvitation } from "./member.schema";
import { newLink, queueInvitation, refuseTooSoon } from "./send-invitation.server";

/**
 * Invites a person to become a member, queues the email with the one-time link and returns the invitation's id. The
 * email is in `language` until the person has chosen one.
 * Throws `member_exists`, `member_invited` (both field email), `invitation_too_soon`, `mail_budget_used`, `forbidden`
 * for all but owners.
 */
export async function inviteMember(scope: Scope, input: NewInvitation, language?: string): Promise<string> {
  // The lock prevents concurrent invitations of the same address.
  await lockMembersAsOwner(scope);
  const { email } = input;
  const members = await readMembers(scope);
  if (members.some((member) => member.email === email)) throw new DomainError("member_exists", {}, "email");
  const open = { email, acceptedAt: null, revokedAt: null };
  if (await scope.db.memberInvitation.findFirst({ where: open })) {
    throw new DomainError("member_invited", {}, "email");
  }
  await refuseTooSoon(scope, email);

  const id = randomUUID();
  const { secret, stored } = newLink(scope);
  await scope.db.memberInvitation.createMany({
    data: [
      {
        id,
        ...pick(invitationFields, input),
        ...stored,
        createdBy: actingUser(scope),
        createdAt: scope.now,
      },
    ],
  });
  await queueInvitation(scope, { id, secret, language });
  await recordAudit(scope, {
    action: "member.invite",
    entity: "member",
    entityId: id,
    data: { email, role: input.role },
  });
  return id;
}
