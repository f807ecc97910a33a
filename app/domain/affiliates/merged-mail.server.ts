import type { OrganizationFacts, Scope } from "../shared/scope";
import type { AffiliateToMerge } from "./read-affiliate-merge.server";

/** What the email about a merge says: the person can no longer sign in here, or has everything at their address now. */
export type MergeNews = "ended" | "moved";

/** Whether the person can sign in, or could accept an invitation. */
const hasAccess = ({ row: { status, signedInAt, invitedAt } }: AffiliateToMerge): boolean =>
  status !== "inactive" && (signedInAt ?? invitedAt) !== null;

/**
 * Queues the emails about a merge: to the person whose access ends, and to the one who stays, who then has another's
 * data or is the only one to sign in. Nobody is told of an access that they never had.
 */
export async function tellOfMerge(
  scope: Scope,
  { merged, stays, goes }: { merged: string; stays: AffiliateToMerge; goes: AffiliateToMerge },
): Promise<void> {
  if (stays.userId === goes.userId) return;
  const mail = ({ userId, row }: AffiliateToMerge, told: MergeNews) => ({
    merged_id: merged,
    user_id: userId,
    told,
    language: row.language,
  });
  const ends = hasAccess(goes);
  const moves = hasAccess(stays) && (ends || stays.id === merged);
  const mails = [...(ends ? [mail(goes, "ended")] : []), ...(moves ? [mail(stays, "moved")] : [])];
  await scope.enqueueAll("mail.merged", mails);
}

/** Returns the organization of such an email; null if it no longer holds, as after an erasure. */
export async function mergeNewsHolds(
  scope: Scope,
  { mergedId, userId, told }: { mergedId: string; userId: string; told: MergeNews },
): Promise<OrganizationFacts | null> {
  const merged = await scope.db.mergedAffiliate.findFirst({
    where: { id: mergedId },
    select: { formerUser: true, affiliate: { select: { membership: { select: { userId: true } } } } },
  });
  if (!merged?.formerUser) return null;
  const holds = told === "ended" ? merged.formerUser === userId : merged.affiliate.membership.userId === userId;
  return holds ? scope.organization() : null;
}
