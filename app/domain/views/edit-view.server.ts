import { DomainError } from "../shared/errors";
import { lockOrganization } from "../shared/lock-organization.server";
import { actingUser, requireOwner, requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { isTooLate } from "../shared/undo";

/**
 * Changes the name of a view and whether it is shared, or its query. Members may change their own views, and owners
 * those that are shared; `view` is its id. The view of a former member that is no longer shared becomes the acting
 * owner's, because nobody else would see it. Throws `not_found`, `view_name_taken`, `forbidden`.
 */
export async function editView(
  scope: Scope,
  { view, ...changes }: { view: string; name: string; shared: boolean } | { view: string; query: string },
): Promise<void> {
  // Of two views that get the same name concurrently, the second must find the first.
  await lockOrganization(scope);
  const before = await requireChangeable(scope, view);
  let author = {};
  if ("name" in changes) {
    const isLeft = !changes.shared && !(await isMember(scope, before.createdBy));
    const createdBy = isLeft ? actingUser(scope)! : before.createdBy;
    author = { createdBy };
    const others = { createdBy, list: before.list, name: changes.name, id: { not: view } };
    const other = await scope.db.savedView.findFirst({ where: { ...others, deletedAt: null }, select: { id: true } });
    if (other) throw new DomainError("view_name_taken", {}, "view_name");
    // A deleted one no longer keeps its name.
    await scope.db.savedView.deleteMany({ where: others });
  }
  await scope.db.savedView.updateMany({ where: { id: view }, data: { ...changes, ...author } });
}

const isMember = async (scope: Scope, userId: string): Promise<boolean> =>
  (await scope.db.membership.count({ where: { userId, role: { not: "affiliate" } } })) > 0;

/**
 * Deletes a view, which {@link restoreView} can undo for a while; see {@link editView} for who may. Throws `not_found`,
 * `forbidden`.
 */
export async function deleteView(scope: Scope, view: string): Promise<void> {
  await requireChangeable(scope, view);
  await scope.db.savedView.updateMany({ where: { id: view }, data: { deletedAt: scope.now } });
}

/**
 * Restores a deleted view, also for the members for whom the list opens with it. A view that was restored before stays.
 * Throws `not_found`, `batch_undo_too_late`, `forbidden`.
 */
export async function restoreView(scope: Scope, view: string): Promise<void> {
  const { deletedAt } = await requireChangeable(scope, view, true);
  if (deletedAt && isTooLate(deletedAt, scope.now)) throw new DomainError("batch_undo_too_late");
  await scope.db.savedView.updateMany({ where: { id: view }, data: { deletedAt: null } });
}

/** Deletes the views that only a member who leaves could see. The caller checks the permission. */
export async function deleteOwnViews(scope: Scope, userId: string): Promise<void> {
  await scope.db.defaultView.deleteMany({ where: { userId } });
  await scope.db.savedView.deleteMany({ where: { createdBy: userId, shared: false } });
}

async function requireChangeable(scope: Scope, id: string, isDeleted = false) {
  requireStaff(scope);
  const createdBy = actingUser(scope);
  if (!createdBy) throw new DomainError("forbidden");
  const found = await scope.db.savedView.findFirst({
    where: { id, OR: [{ shared: true }, { createdBy }], ...(!isDeleted && { deletedAt: null }) },
    select: { createdBy: true, list: true, deletedAt: true },
  });
  if (!found) throw new DomainError("not_found");
  if (found.createdBy !== createdBy) requireOwner(scope);
  return found;
}
