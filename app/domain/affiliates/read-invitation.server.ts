import { readPeople } from "../identity/read-people.server";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { mayGetManualLink } from "./create-manual-invitation.server";
import type { Invitation } from "./invitation";
import { lastInvitations } from "./last-invitations.server";

export interface InvitationDetails {
  /** The user who signs in as the affiliate. */
  userId: string;
  /** The last invitation email to the current address. */
  mailed: Invitation | null;
  /** Whether `createManualInvitation` would create a link. */
  mayHandOut: boolean;
  /** Whether a mail server has reported that the address does not exist. */
  refused: boolean;
}

/**
 * Reads the state of an affiliate's invitation; null if the affiliate does not exist.
 * Throws `forbidden`.
 */
export async function readInvitation(scope: Scope, affiliateId: string): Promise<InvitationDetails | null> {
  requireStaff(scope);
  const affiliate = await scope.db.affiliate.findFirst({
    where: { id: affiliateId },
    select: { status: true, membership: { select: { userId: true } } },
  });
  if (!affiliate) return null;
  const { status, membership } = affiliate;
  const { userId } = membership;
  return {
    userId,
    mailed: (await lastInvitations(scope, [affiliateId])).get(affiliateId) ?? null,
    refused: (await readPeople(scope, [userId])).get(userId)?.refused ?? false,
    mayHandOut: status !== "inactive" && (await mayGetManualLink(scope, userId)),
  };
}
