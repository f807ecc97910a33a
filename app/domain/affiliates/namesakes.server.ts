import { shownEmail } from "../shared/erased";
import { requireStaff } from "../shared/permissions";
import { query, queryAlone, type Query } from "../shared/query-together.server";
import type { Scope } from "../shared/scope";
import { toldApart, type Namesakes } from "./namesakes";

/** So many are told apart by their addresses; an organization with more has given its affiliates no names. */
const MOST_NAMESAKES = 1_000;

/**
 * The addresses of the affiliates whose name another affiliate of the organization has, too; accents and capitals do
 * not count.
 * Throws `forbidden`.
 */
export function namesakes(scope: Scope): Query<Namesakes> {
  requireStaff(scope);
  return query((rows: { id: string; email: string }[]) =>
    Object.fromEntries(
      rows.flatMap(({ id, email }) => {
        const shown = shownEmail(email);
        return shown === null ? [] : [[id, shown]];
      }),
    ),
  )`
    select id, email from affiliate where org_id = ${scope.orgId}::uuid and name_key in (
      select name_key from affiliate where org_id = ${scope.orgId}::uuid group by name_key having count(*) > 1)
    order by id limit ${MOST_NAMESAKES}::int`;
}

/** The name of an affiliate in a sentence for staff, such as a title or a message. Throws `forbidden`. */
export async function nameForStaff(scope: Scope, { id, name }: { id: string; name: string }): Promise<string> {
  return toldApart(await queryAlone(scope, namesakes(scope)), id, name);
}

/**
 * The names of some affiliates for a sentence for staff, in this order; those who are gone are left out. Throws
 * `forbidden`.
 */
export async function payeeNames(scope: Scope, ids: readonly (string | null)[]): Promise<string[]> {
  requireStaff(scope);
  const known = ids.filter((id) => id !== null);
  const rows = await scope.db.affiliate.findMany({
    where: { id: { in: known } },
    select: { id: true, name: true },
  });
  const shared = await queryAlone(scope, namesakes(scope));
  const names = new Map(rows.map(({ id, name }) => [id, toldApart(shared, id, name)]));
  return known.flatMap((id) => names.get(id) ?? []);
}
