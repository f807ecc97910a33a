import { readPeople } from "../identity/read-people.server";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { isNewHere } from "./invite-by-hand.server";
import type { Invitation } from "./invitation";
import { lastInvitations } from "./last-invitations.server";

export interface InvitationDetails {
  /** The person the affiliate signs in as. */
  userId: string;
  /** The last mail to the address the affiliate has now. */
  mailed: Invitation | null;
  /** Whether `inviteByHand` would make a link. */
  mayHandOut: boolean;
  /** Whether a mail server has said that the address does not exist. */
  refused: boolean;
}

/** How an affiliate's invitation stands; null when there is no such affiliate. Throws `forbidden`. */
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
    mayHandOut: status !== "inactive" && (await isNewHere(scope, userId)),
  };
}
