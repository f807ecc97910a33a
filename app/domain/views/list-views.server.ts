import { listNames, type ListName } from "../shared/lists";
import { actingUser, requireStaff } from "../shared/permissions";
import { query, type Query } from "../shared/query-together.server";
import { recordId } from "../shared/fields";
import type { Scope } from "../shared/scope";
import { MAX_VIEWS, type SavedView } from "./saved-view";

interface ViewRow {
  id: string;
  list: string;
  name: string;
  query: string;
  shared: boolean;
  own: boolean;
  isDefault: boolean;
}

/** Limit for the shared views of all members that are listed. */
const MAX_LISTED = 5 * MAX_VIEWS;

/** The query of all views that the acting member sees, by name. Throws `forbidden`. */
export function viewsOfMember(scope: Scope): Query<SavedView[]> {
  requireStaff(scope);
  const userId = actingUser(scope);
  const resultOf = (rows: ViewRow[]) => rows.flatMap(viewOf);
  return query(resultOf)`
    select v.id, v.list, v.name, v.query, v.shared, v.created_by is not distinct from ${userId}::uuid as own,
           d.view_id is not null as "isDefault"
    from saved_view v
    left join default_view d
      on d.org_id = ${scope.orgId}::uuid and d.user_id = ${userId}::uuid and d.list = v.list and d.view_id = v.id
    where v.org_id = ${scope.orgId}::uuid and (v.shared or v.created_by = ${userId}::uuid) and v.deleted_at is null
    order by lower(v.name), v.id limit ${MAX_LISTED}`;
}

/** Returns a view that the acting member sees; null for an unknown one. Throws `forbidden`. */
export async function readView(scope: Scope, id: unknown): Promise<Omit<SavedView, "isDefault"> | null> {
  const { data: known } = recordId.safeParse(id);
  if (!known) return null;
  requireStaff(scope);
  const createdBy = actingUser(scope);
  const row = await scope.db.savedView.findFirst({
    where: { id: known, deletedAt: null, OR: [{ shared: true }, ...(createdBy ? [{ createdBy }] : [])] },
    select: { id: true, list: true, name: true, query: true, shared: true, createdBy: true },
  });
  if (!row) return null;
  const { createdBy: author, ...view } = row;
  return viewOf({ ...view, own: author === createdBy })[0] ?? null;
}

/** Another version of the app may have stored a list that this one does not know. */
function viewOf<Row extends { list: string }>({ list, ...row }: Row) {
  const known = listNames.find((one): one is ListName => one === list);
  return known ? [{ ...row, list: known }] : [];
}
