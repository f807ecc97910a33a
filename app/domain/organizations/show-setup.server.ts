import { recordAudit } from "../audit/record-audit.server";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";

/**
 * Brings a checklist back that was put away before it was finished. Anything else stays as it is. Throws `forbidden`.
 */
export async function showSetup(scope: Scope): Promise<void> {
  requireStaff(scope);
  const { count } = await scope.db.organization.updateMany({
    where: { setupHiddenAt: { not: null }, setupDoneAt: null },
    data: { setupHiddenAt: null },
  });
  if (count === 0) return;
  await recordAudit(scope, {
    action: "organization.show_setup",
    entity: "organization",
    entityId: scope.orgId,
  });
}
