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
  const told: [AffiliateToMerge, MergeNews][] = [
    ...(hasAccess(goes) ? [[goes, "ended"] as [AffiliateToMerge, MergeNews]] : []),
    ...(hasAccess(stays) && (hasAccess(goes) || stays.id === merged)
      ? [[stays, "moved"] as [AffiliateToMerge, MergeNews]]
      : []),
  ];
  const mails = told.map(([{ userId, row }, news]) => ({
    merged_id: merged,
    user_id: userId,
    told: news,
    language: row.language,
  }));
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
