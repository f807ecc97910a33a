import { DomainError } from "../shared/errors";
import type { IdentityScope } from "../shared/scope";
import { hashLinkSecret } from "./issue-link.server";
import type { LinkPurpose } from "./one-time-link";

/**
 * What a link is for, without using it up: the page behind it shows a button (mail scanners open links).
 * Throws `link_unknown`, `link_used`, `link_expired`; the latter two tell the purpose in `params`.
 */
export async function inspectLink(scope: IdentityScope, secret: string): Promise<{ purpose: LinkPurpose }> {
  const token = await scope.db.oneTimeToken.findUnique({ where: { tokenHash: hashLinkSecret(secret) } });
  if (!token) throw new DomainError("link_unknown");
  if (token.usedAt) throw new DomainError("link_used", { purpose: token.purpose });
  if (token.expiresAt <= scope.now) throw new DomainError("link_expired", { purpose: token.purpose });
  return { purpose: token.purpose as LinkPurpose };
}

/** Whether a link can still be used. */
export async function isLinkOpen(scope: IdentityScope, secret: string): Promise<boolean> {
  const token = await scope.db.oneTimeToken.findUnique({ where: { tokenHash: hashLinkSecret(secret) } });
  return token !== null && token.usedAt === null && token.expiresAt > scope.now;
}
