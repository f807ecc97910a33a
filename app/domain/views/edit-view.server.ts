import { DomainError } from "../shared/errors";
import { actingUser, requireOwner, requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";

/**
 * Changes the name of a view and whether it is shared, or its query. Members may change their own views, and owners
 * those that are shared; `view` is its id. The view of a former member that is no longer shared becomes the acting
 * owner's, because nobody else would see it. Throws `not_found`, `view_name_taken`, `forbidden`.
 */
export async function editView(
  scope: Scope,
  { view, ...changes }: { view: string; name: string; shared: boolean } | { view: string; query: string },
): Promise<void> {
  await requireChangeable(scope, view);
  let author = {};
  if ("name" in changes) {
    const { list, ...before } = await scope.db.savedView.findFirstOrThrow({ where: { id: view } });
    const isLeft = !changes.shared && !(await isMember(scope, before.createdBy));
    const createdBy = isLeft ? actingUser(scope)! : before.createdBy;
    author = { createdBy };
    const other = await scope.db.savedView.findFirst({
      where: { createdBy, list, name: changes.name, id: { not: view } },
      select: { id: true },
    });
    if (other) throw new DomainError("view_name_taken", {}, "view_name");
  }
  await scope.db.savedView.updateMany({ where: { id: view }, data: { ...changes, ...author } });
}

const isMember = async (scope: Scope, userId: string): Promise<boolean> =>
  (await scope.db.membership.count({ where: { userId, role: { not: "affiliate" } } })) > 0;

/** Deletes a view; see {@link editView} for who may. Throws `not_found`, `forbidden`. */
export async function deleteView(scope: Scope, view: string): Promise<void> {
  await requireChangeable(scope, view);
  await scope.db.savedView.deleteMany({ where: { id: view } });
}

/** Deletes the views that only a member who leaves could see. The caller checks the permission. */
export async function deleteOwnViews(scope: Scope, userId: string): Promise<void> {
  await scope.db.savedView.deleteMany({ where: { createdBy: userId, shared: false } });
}

async function requireChangeable(scope: Scope, id: string): Promise<void> {
  requireStaff(scope);
  const createdBy = actingUser(scope);
  if (!createdBy) throw new DomainError("forbidden");
  const found = await scope.db.savedView.findFirst({
    where: { id, OR: [{ shared: true }, { createdBy }] },
    select: { createdBy: true },
  });
  if (!found) throw new DomainError("not_found");
  if (found.createdBy !== createdBy) requireOwner(scope);
}
