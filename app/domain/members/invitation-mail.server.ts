import { openPerson } from "../identity/open-person.server";
import { hashSecret } from "../identity/secret.server";
import type { OrganizationFacts, Scope } from "../shared/scope";

/** What the mail of an invitation says. */
export interface InvitationMail {
  /** Null as long as nobody is known by this address. */
  userId: string | null;
  email: string;
  /** Null as long as nobody of that name is known. */
  name: string | null;
  /** What the person has chosen. */
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

/** The mail of an invitation; null if it has gone out, or its link does not work any more. */
export async function invitationMail(scope: Scope, id: string, secret: string): Promise<InvitationMail | null> {
  const where = stillToMail(scope, id, secret);
  const found = await scope.db.memberInvitation.findFirst({ where, select: { email: true } });
  if (!found) return null;
  const { email } = found;
  await openPerson(scope, email);
  const [person] = await scope.db.$queryRaw<{ id: string; name: string; language: string | null }[]>`
    select id, name, language_preference as language from app_user where email = ${email}`;
  const organization = await scope.organization();
  const { id: userId = null, name = null, language = null } = person ?? {};
  return { userId, email, name, language, organization };
}

/** Notes that the mail with a link went out, or that the address was refused as one that does not exist. */
export async function noteInvitationMailed(scope: Scope, id: string, secret: string, isSent: boolean): Promise<void> {
  await scope.db.memberInvitation.updateMany({
    where: stillToMail(scope, id, secret),
    data: isSent ? { mailedAt: scope.now } : { refusedAt: scope.now },
  });
}
