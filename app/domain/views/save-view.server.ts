import { randomUUID } from "node:crypto";
import { DomainError } from "../shared/errors";
import { lockOrganization } from "../shared/lock-organization.server";
import type { ListName } from "../shared/lists";
import { actingUser, requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { MAX_VIEWS } from "./saved-view";

export interface SaveViewInput {
  list: ListName;
  name: string;
  query: string;
  shared: boolean;
}

/**
 * Saves a view of the acting member and returns its id. A view of theirs with the same name is replaced, so a form that
 * is sent twice saves one view. Throws `view_limit`, `forbidden` (also for API keys, jobs and operators).
 */
export async function saveView(scope: Scope, { list, name, query, shared }: SaveViewInput): Promise<string> {
  requireStaff(scope);
  const createdBy = actingUser(scope);
  if (!createdBy) throw new DomainError("forbidden");
  // Names are compared by renaming too (edit-view.server.ts).
  await lockOrganization(scope);
  // One with this name is replaced.
  const others = await scope.db.savedView.count({ where: { createdBy, deletedAt: null, NOT: { list, name } } });
  if (others >= MAX_VIEWS) {
    throw new DomainError("view_limit", { max: MAX_VIEWS });
  }
  const before = await scope.db.savedView.findFirst({
    where: { createdBy, list, name },
    select: { id: true },
    // Two of them got the same name when a person was erased.
    orderBy: [{ deletedAt: { sort: "desc", nulls: "first" } }, { id: "asc" }],
  });
  if (before) {
    await scope.db.savedView.updateMany({ where: before, data: { query, shared, deletedAt: null } });
    return before.id;
  }
  const id = randomUUID();
  await scope.db.savedView.create({ data: { id, list, name, query, shared, createdBy, createdAt: scope.now } });
  return id;
}
