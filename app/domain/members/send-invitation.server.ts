import { LINK_LIFETIME_MS } from "../identity/one-time-link";
import { hashSecret } from "../identity/secret.server";
import { requireStrangerMail } from "../organizations/mail-budget.server";
import { DomainError } from "../shared/errors";
import { requireOwner, requireProof } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { newMemberSecret } from "./member-link.server";

/** An address is mailed an invitation of the same organization once in so many milliseconds. */
export const RESEND_INTERVAL_MS = 60_000;

/**
 * A new link of an invitation: its secret, and what the database keeps of it. Each mail has a link of its own, and only
 * the last one works.
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
 * Queues the mail with the link, if today's budget of mails to strangers allows it: a member is one until they have
 * accepted. In `language` as long as the person has chosen none. Throws `mail_budget_used`.
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
 * Whether the acting person may have an invitation mailed to an address now; asked before its mailbox is counted, which
 * happens outside of any transaction. Throws `proof_required`, `invitation_too_soon`, `forbidden` for everybody but an
 * owner.
 */
export async function mayInvite(scope: Scope, email: string): Promise<void> {
  requireOwner(scope);
  requireProof(scope, "member.invite");
  await refuseTooSoon(scope, email);
}

/** The same of an open invitation; returns the address it goes to. Throws `not_found` too. */
export async function mayResend(scope: Scope, id: string): Promise<string> {
  requireOwner(scope);
  const open = { id, acceptedAt: null, revokedAt: null };
  const found = await scope.db.memberInvitation.findFirst({ where: open, select: { email: true } });
  if (!found) throw new DomainError("not_found");
  await refuseTooSoon(scope, found.email);
  return found.email;
}

/**
 * Refuses another mail to an address too soon after the last one, also when that invitation was revoked.
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
