import { allowUserAccess } from "../identity/open-person.server";
import { hashSecret } from "../identity/secret.server";
import type { OrganizationFacts, Scope } from "../shared/scope";

/** Content of an invitation email. */
export interface InvitationMail {
  /** Null if the address has no account. */
  userId: string | null;
  email: string;
  /** Null if the address has no account. */
  name: string | null;
  /** The language that the person has chosen. */
  language: string | null;
  organization: OrganizationFacts;
}

const stillToMail = (scope: Scope, id: string, secret: string) => ({
  id,
  tokenHash: hashSecret(secret),
  mailedAt: null,
  acceptedAt: null,
  revokedAt: null,
  expiresAt: { gt: scope.now },
});

/** Reads the email of an invitation; null if it was sent or its link is no longer valid. */
export async function invitationMail(scope: Scope, id: string, secret: string): Promise<InvitationMail | null> {
  const where = stillToMail(scope, id, secret);
  const found = await scope.db.memberInvitation.findFirst({ where, select: { email: true } });
  if (!found) return null;
  const { email } = found;
  await allowUserAccess(scope, email);
  const [person] = await scope.db.$queryRaw<{ id: string; name: string; language: string | null }[]>`
    select id, name, language_preference as language from app_user where email = ${email}`;
  const organization = await scope.organization();
  const { id: userId = null, name = null, language = null } = person ?? {};
  return { userId, email, name, language, organization };
}

/** Records that the email with a link was sent, or that the address was rejected as nonexistent. */
export async function markInvitationEmailed(scope: Scope, id: string, secret: string, isSent: boolean): Promise<void> {
  await scope.db.memberInvitation.updateMany({
    where: stillToMail(scope, id, secret),
    data: isSent ? { mailedAt: scope.now } : { refusedAt: scope.now },
  });
}
