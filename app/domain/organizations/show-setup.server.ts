import { recordAudit } from "../audit/record-audit.server";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { readProgress } from "./read-setup.server";
import { isSetUp } from "./setup";

/**
 * Brings a checklist back that was put away before it was finished. Anything else stays as it is; one that was finished
 * since then says nothing any more. Throws `forbidden`.
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
