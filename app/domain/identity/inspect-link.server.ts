import { DomainError } from "../shared/errors";
import type { IdentityScope } from "../shared/scope";
import { hashSecret } from "./secret.server";
import type { LinkPurpose } from "./one-time-link";

/**
 * What a link is for, without using it up: the page behind it shows a button (mail scanners open links).
 * Throws `link_unknown`, `link_used`, `link_expired`; the latter two tell the purpose in `params`.
 */
export async function inspectLink(
  scope: IdentityScope,
  secret: string,
): Promise<{ purpose: LinkPurpose; userId: string }> {
  const token = await scope.db.oneTimeToken.findUnique({ where: { tokenHash: hashSecret(secret) } });
  if (!token) throw new DomainError("link_unknown");
  if (token.usedAt) throw new DomainError("link_used", { purpose: token.purpose });
  if (token.expiresAt <= scope.now) throw new DomainError("link_expired", { purpose: token.purpose });
  return { purpose: token.purpose as LinkPurpose, userId: token.userId };
}

/** Whether the mail with a link is still to be sent: it went out before, or was used, or has expired meanwhile. */
export async function isLinkToBeMailed(scope: IdentityScope, secret: string): Promise<boolean> {
  const token = await scope.db.oneTimeToken.findUnique({ where: { tokenHash: hashSecret(secret) } });
  return Boolean(token && !token.mailedAt && !token.usedAt && token.expiresAt > scope.now);
}

/** Notes that the mail with a link went out. */
export async function noteLinkMailed(scope: IdentityScope, secret: string): Promise<void> {
  await scope.db.oneTimeToken.updateMany({
    where: { tokenHash: hashSecret(secret) },
    data: { mailedAt: scope.now },
  });
}
