import { DomainError } from "../shared/errors";
import type { ListName } from "../shared/lists";
import { actingUser } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { readView } from "./list-views.server";
import type { SavedView } from "./saved-view";

/**
 * Sets whether a list opens with a view for the acting member, instead of another one. Others keep theirs.
 * Throws `not_found` for a view that the member does not see, `forbidden`.
 */
export async function setDefaultView(
  scope: Scope,
  { view: id, isDefault }: { view: string; isDefault: boolean },
): Promise<void> {
  const view = await readView(scope, id);
  const userId = actingUser(scope);
  if (!userId) throw new DomainError("forbidden");
  if (!view) throw new DomainError("not_found");
  if (!isDefault) {
    await scope.db.defaultView.deleteMany({ where: { userId, viewId: id } });
    return;
  }
  await scope.db.$executeRaw`
    insert into default_view (org_id, user_id, list, view_id)
    values (${scope.orgId}::uuid, ${userId}::uuid, ${view.list}, ${id}::uuid)
    on conflict (org_id, user_id, list) do update set view_id = excluded.view_id`;
}

/** Returns the view with which a list opens for the acting member; null without one. Throws `forbidden`. */
export async function readDefaultView(scope: Scope, list: ListName): Promise<Omit<SavedView, "isDefault"> | null> {
  const userId = actingUser(scope);
  if (!userId) return null;
  // Prisma joins a transaction at the first use of a model, which would double the database work of most lists.
  const [found] = await scope.db.$queryRaw<{ viewId: string }[]>`
    select view_id as "viewId" from default_view
    where org_id = ${scope.orgId}::uuid and user_id = ${userId}::uuid and list = ${list}`;
  return found ? readView(scope, found.viewId) : null;
}
