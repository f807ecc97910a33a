import { recordAudit } from "../audit/record-audit.server";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";

/**
 * Hides the setup checklist for all members. Returns whether it was unfinished, so that it can be shown again. Running
 * it twice has no further effect.
 * Throws `forbidden`.
 */
export async function hideSetup(scope: Scope): Promise<boolean> {
  requireStaff(scope);
  const { setupDoneAt } = await scope.organization();
  const { count } = await scope.db.organization.updateMany({
    where: { setupHiddenAt: null },
    data: { setupHiddenAt: scope.now },
  });
  if (setupDoneAt) return false;
  if (count > 0) {
    await recordAudit(scope, {
      action: "organization.hide_setup",
      entity: "organization",
      entityId: scope.orgId,
    });
  }
  return true;
}
