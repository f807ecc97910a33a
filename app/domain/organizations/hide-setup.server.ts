import { recordAudit } from "../audit/record-audit.server";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { readProgress } from "./read-setup.server";
import { isSetUp } from "./setup";

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

/**
 * Shows a checklist again that was hidden before it was finished. A checklist that is finished by now is recorded as
 * done and stays hidden.
 * Throws `forbidden`.
 */
export async function showSetup(scope: Scope): Promise<void> {
  requireStaff(scope);
  const isDone = isSetUp(await readProgress(scope));
  const { count } = await scope.db.organization.updateMany({
    where: { setupHiddenAt: { not: null }, setupDoneAt: null },
    data: isDone ? { setupDoneAt: scope.now } : { setupHiddenAt: null },
  });
  if (count === 0 || isDone) return;
  await recordAudit(scope, {
    action: "organization.show_setup",
    entity: "organization",
    entityId: scope.orgId,
  });
}
