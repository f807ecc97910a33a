import { recordAudit } from "../audit/record-audit.server";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { readProgress } from "./read-setup.server";
import { isSetUp } from "./setup";

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
