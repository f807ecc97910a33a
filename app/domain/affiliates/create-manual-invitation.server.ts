import { recordAudit } from "../audit/record-audit.server";
import { createManualLink } from "../identity/issue-link.server";
import { DomainError } from "../shared/errors";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { invitedPerson } from "./invited-person.server";
import { lockAffiliate } from "./lock-affiliate.server";

export interface ManualInvitation {
  /** Secret of the link; not stored anywhere else. */
  secret: string;
  /** The user whom the link signs in. */
  userId: string;
}

/**
 * Creates a one-time invitation link that staff copy and pass on, valid for an hour.
 * Throws `not_found`, `invitation_inactive` (the affiliate is inactive), `invitation_by_mail_only` (see
 * `mayGetManualLink`), `forbidden`.
 */
export async function createManualInvitation(scope: Scope, affiliateId: string): Promise<ManualInvitation> {
  const invitation = await inviteByHandIfNew(scope, affiliateId);
  if (!invitation) throw new DomainError("invitation_by_mail_only");
  return invitation;
}

/**
 * Creates a link like {@link createManualInvitation}; null if links for this person may only be sent by email.
 * Throws `not_found`, `invitation_inactive`, `forbidden`.
 */
export async function inviteByHandIfNew(scope: Scope, affiliateId: string): Promise<ManualInvitation | null> {
  requireStaff(scope);
  const affiliate = await lockAffiliate(scope, affiliateId);
  if (affiliate.status === "inactive") throw new DomainError("invitation_inactive");
  const userId = await invitedPerson(scope, affiliateId, affiliate);
  if (!(await mayGetManualLink(scope, userId))) return null;
  const secret = await createManualLink(scope, { userId, orgId: scope.orgId });
  await recordAudit(scope, {
    action: "affiliate.invite_by_hand",
    entity: "affiliate",
    entityId: affiliateId,
    data: { user_id: userId },
  });
  return { secret, userId };
}

/**
 * Returns whether staff may copy a link that signs this person in. This requires an unconfirmed address that no other
 * organization uses. All other people get links by email only.
 */
export async function mayGetManualLink(scope: Scope, userId: string): Promise<boolean> {
  const [row] = await scope.db.$queryRaw<{ known: boolean }[]>`
    select exists (select 1 from app.people(array[${userId}]::uuid[]) p where p.confirmed)
        or exists (select 1 from app.memberships(${userId}::uuid))
        or exists (select 1 from app.affiliations(${userId}::uuid) f where f.org_id <> ${scope.orgId}::uuid)
      as known`;
  return row?.known === false;
}
