import { LINK_LIFETIME_MS } from "../identity/one-time-link";
import { hashSecret } from "../identity/secret.server";
import { requireStrangerMail } from "../organizations/mail-budget.server";
import { DomainError } from "../shared/errors";
import { requireOwner, requireProof } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { newMemberSecret } from "./member-link.server";

/** Minimum time between two invitation emails of an organization to the same address. */
export const RESEND_INTERVAL_MS = 60_000;

/**
 * Creates a new link of an invitation: its secret, and the columns to store. Each email has its own link, and only the
 * last one is valid.
 */
export function newLink(scope: Pick<Scope, "orgId" | "now">) {
  const secret = newMemberSecret(scope.orgId);
  const stored = {
    tokenHash: hashSecret(secret),
    sentAt: scope.now,
    expiresAt: new Date(scope.now.getTime() + LINK_LIFETIME_MS),
    mailedAt: null,
    refusedAt: null,
  };
  return { secret, stored };
}

/**
 * Queues the email with the link, within today's quota of emails to strangers; a person counts as one until they
 * accept. The email is in `language` until the person has chosen one.
 * Throws `mail_budget_used`.
 */
export async function queueInvitation(
  scope: Scope,
  { id, secret, language }: { id: string; secret: string; language: string | undefined },
): Promise<void> {
  await requireStrangerMail(scope);
  await scope.enqueue("mail.member_invitation", {
    invitation_id: id,
    link: scope.seal(secret),
    ...(language && { language }),
  });
}

/**
 * Checks whether the acting user may invite an address now. The caller does this before counting the mailbox, which
 * happens outside of transactions.
 * Throws `proof_required`, `invitation_too_soon`, `forbidden` for all but owners.
 */
export async function mayInvite(scope: Scope, email: string): Promise<void> {
  requireOwner(scope);
  requireProof(scope, "member.invite");
  await refuseTooSoon(scope, email);
}

/**
 * Checks whether the email of an open invitation may be resent now, and returns its address.
 * Throws `not_found`, `invitation_too_soon`, `forbidden` for all but owners.
 */
export async function mayResend(scope: Scope, id: string): Promise<string> {
  requireOwner(scope);
  const open = { id, acceptedAt: null, revokedAt: null };
  const found = await scope.db.memberInvitation.findFirst({ where: open, select: { email: true } });
  if (!found) throw new DomainError("not_found");
  await refuseTooSoon(scope, found.email);
  return found.email;
}

/**
 * Rejects another email to an address too soon after the last one, even if that invitation was revoked.
 * Throws `invitation_too_soon` (params: seconds to wait).
 */
export async function refuseTooSoon(scope: Scope, email: string): Promise<void> {
  const last = await scope.db.memberInvitation.findFirst({
    where: { email },
    orderBy: { sentAt: "desc" },
    select: { sentAt: true },
  });
  const wait = last ? last.sentAt.getTime() + RESEND_INTERVAL_MS - scope.now.getTime() : 0;
  if (wait > 0) throw new DomainError("invitation_too_soon", { seconds: Math.ceil(wait / 1000) });
}
