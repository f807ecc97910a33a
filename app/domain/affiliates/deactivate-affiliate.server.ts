import { recordAudit } from "../audit/record-audit.server";
import { DomainError } from "../shared/errors";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";

/**
 * Sets an affiliate inactive. They keep the portal and everything they are owed, but cannot submit leads. Running it
 * twice has no further effect.
 * Throws `not_found`, `forbidden`.
 */
export async function deactivateAffiliate(scope: Scope, id: string): Promise<void> {
  requireStaff(scope);
  const { count } = await scope.db.affiliate.updateMany({
    where: { id, status: { not: "inactive" } },
    data: { status: "inactive" },
  });
  if (count > 0) {
    await recordAudit(scope, { action: "affiliate.deactivate", entity: "affiliate", entityId: id });
    return;
  }
  const there = await scope.db.affiliate.findFirst({ where: { id }, select: { id: true } });
  if (!there) throw new DomainError("not_found");
}
