import { recordAudit } from "../audit/record-audit.server";
import { holdStrangerMail, requireStrangerMail, takeStrangerMail } from "../organizations/mail-budget.server";
import { DomainError } from "../shared/errors";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { lastInvitations } from "./last-invitations.server";
import { invitedPerson } from "./invited-person.server";
import { lockAffiliate } from "./lock-affiliate.server";
import { mailInvitation } from "./mail-invitation.server";

/** Minimum time between two invitation emails to the same affiliate. */
export const INVITATION_INTERVAL_MS = 60_000;

/**
 * Queues the invitation email with a new one-time link and returns the address. The email is in `language`, or in the
 * language of the first invitation, until the person has chosen one.
 * Throws `not_found`, `invitation_inactive` (the affiliate is inactive), `invitation_too_soon` (params: seconds to
 * wait), `mail_budget_used`, `forbidden`.
 */
export async function sendInvitation(scope: Scope, affiliateId: string, language?: string): Promise<{ email: string }> {
  requireStaff(scope);
  // The row lock serializes concurrent invitations, so the second one sees that the first was sent.
  const affiliate = await lockAffiliate(scope, affiliateId);
  if (affiliate.status === "inactive") throw new DomainError("invitation_inactive");
  const last = (await lastInvitations(scope, [affiliateId])).get(affiliateId);
  const wait = last ? last.sentAt.getTime() + INVITATION_INTERVAL_MS - scope.now.getTime() : 0;
  if (wait > 0) throw new DomainError("invitation_too_soon", { seconds: Math.ceil(wait / 1000) });

  if (affiliate.signedInAt === null) await requireStrangerMail(scope);
  await invite(scope, affiliateId, affiliate, language);
  return { email: affiliate.email };
}

/**
 * Queues the first invitation of an affiliate who was added without one. Does nothing if the affiliate was invited or
 * became active since. If today's mail quota is used up, the same job is queued for tomorrow.
 * Throws `not_found`, `forbidden`.
 */
export async function sendFirstInvitation(scope: Scope, affiliateId: string, language?: string): Promise<void> {
  requireStaff(scope);
  const affiliate = await lockAffiliate(scope, affiliateId);
  if (affiliate.status !== "invited" || (await lastInvitations(scope, [affiliateId])).has(affiliateId)) return;
  if (!(await takeStrangerMail(scope))) {
    const runAt = await holdStrangerMail(scope);
    await scope.enqueue(
      "affiliate.invite",
      { affiliate_id: affiliateId, ...(language && { language }) },
      { runAt, key: `affiliate.invite ${affiliateId}` },
    );
    return;
  }
  await invite(scope, affiliateId, affiliate, language);
}

async function invite(
  scope: Scope,
  affiliateId: string,
  affiliate: Awaited<ReturnType<typeof lockAffiliate>>,
  language = affiliate.language ?? undefined,
): Promise<void> {
  const userId = await invitedPerson(scope, affiliateId, affiliate);
  await mailInvitation(scope, { id: affiliateId, userId }, language);
  await recordAudit(scope, {
    action: "affiliate.invite",
    entity: "affiliate",
    entityId: affiliateId,
    data: { user_id: userId },
  });
}
