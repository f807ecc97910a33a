import { recordAudit } from "../audit/record-audit.server";
import { lockMembersAsOwner } from "../members/lock-members.server";
import { DomainError } from "../shared/errors";
import type { Scope } from "../shared/scope";

/**
 * Revokes a key immediately and permanently, and returns its name. Running it twice has no further effect.
 * Throws `not_found`, `forbidden` for all but owners.
 */
export async function revokeApiKey(scope: Scope, id: string): Promise<string> {
  await lockMembersAsOwner(scope);
  const key = await scope.db.apiKey.findFirst({ where: { id }, select: { name: true } });
  if (!key) throw new DomainError("not_found");
  const { count } = await scope.db.apiKey.updateMany({
    where: { id, revokedAt: null },
    data: { revokedAt: scope.now },
  });
  if (count === 0) return key.name;
  await recordAudit(scope, {
    action: "api_key.revoke",
    entity: "api_key",
    entityId: id,
    data: { name: key.name },
  });
  return key.name;
}
