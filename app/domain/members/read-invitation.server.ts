import { hashSecret } from "../identity/secret.server";
import { DomainError } from "../shared/errors";
import type { Scope } from "../shared/scope";
import type { MemberRole } from "./member.schema";

/** Content of the page behind an invitation link. */
export interface Invitation {
  email: string;
  role: MemberRole;
  /** Name of the organization. */
  organization: string;
}

/**
 * Reads the invitation of a link without using it up, because mail scanners open links.
 * Throws `link_unknown` (also for the link of an earlier email), `link_used`, `invitation_revoked`, `link_expired`.
 */
export async function readInvitation(scope: Scope, secret: string): Promise<Invitation> {
  const found = await scope.db.memberInvitation.findFirst({ where: { tokenHash: hashSecret(secret) } });
  if (!found) throw new DomainError("link_unknown");
  if (found.acceptedAt) throw new DomainError("link_used");
  if (found.revokedAt) throw new DomainError("invitation_revoked");
  if (found.expiresAt <= scope.now) throw new DomainError("link_expired");
  const { email, role } = found;
  return { email, role: role as MemberRole, organization: (await scope.organization()).name };
}
