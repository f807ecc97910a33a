import { displayEmail } from "../shared/erased";
import { requireStaff } from "../shared/permissions";
import { query, runQuery, type Query } from "../shared/query-together.server";
import type { Scope } from "../shared/scope";
import { toldApart, type Namesakes } from "./namesakes";

/** Limit for the affiliates with a shared name. */
const MAX_NAMESAKES = 1_000;

/**
 * Builds the query for the addresses of affiliates who share their name with another affiliate of the organization.
 * Accents and case are ignored.
 * Throws `forbidden`.
 */
export function namesakes(scope: Scope): Query<Namesakes> {
  requireStaff(scope);
  return query((rows: { id: string; email: string }[]) =>
    Object.fromEntries(
      rows.flatMap(({ id, email }) => {
        const shown = displayEmail(email);
        return shown === null ? [] : [[id, shown]];
      }),
    ),
  )`
    select id, email from affiliate where org_id = ${scope.orgId}::uuid and name_key in (
      select name_key from affiliate where org_id = ${scope.orgId}::uuid group by name_key having count(*) > 1)
    order by id limit ${MAX_NAMESAKES}::int`;
}

/**
 * Returns the name of an affiliate for a text for staff, such as a title or a message.
 * Throws `forbidden`.
 */
export async function nameForStaff(scope: Scope, { id, name }: { id: string; name: string }): Promise<string> {
  return toldApart(await runQuery(scope, namesakes(scope)), id, name);
}

/**
 * Returns the names of affiliates for a text for staff, in this order. Deleted affiliates are omitted.
 * Throws `forbidden`.
 */
export async function payeeNames(scope: Scope, ids: readonly (string | null)[]): Promise<string[]> {
  requireStaff(scope);
  const known = ids.filter((id) => id !== null);
  const rows = await scope.db.affiliate.findMany({
    where: { id: { in: known } },
    select: { id: true, name: true },
  });
  const shared = await runQuery(scope, namesakes(scope));
  const names = new Map(rows.map(({ id, name }) => [id, toldApart(shared, id, name)]));
  return known.flatMap((id) => names.get(id) ?? []);
}
