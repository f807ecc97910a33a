import { cut } from "../shared/damaged";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { visible } from "../shared/visible";
import { LEAD_AFFILIATE } from "./import-run";
import type { RowProblem } from "./import.schema";
import type { Import } from "./read-import.server";

/** The problem of a row that names an unknown affiliate. */
export const unknownAffiliate: RowProblem = { field: LEAD_AFFILIATE, reason: "import_affiliate_unknown" };

/** Unknown affiliates in rows. */
export interface UnknownAffiliates {
  /** Number of rows that name one. */
  rows: number;
  /** Number of these rows without another problem. */
  alone: number;
  /** Names as in the file, most frequent first; at most {@link MAX_NAMED}. */
  names: string[];
  /** Number of further names. */
  more: number;
}

const MAX_NAMED = 10;
const MAX_NAME_LENGTH = 100;

/**
 * Lists the unknown affiliates that wrong rows name, without duplicates; null if there are none. If several columns
 * name the affiliate, the email address is shown.
 * Throws `forbidden`.
 */
export async function listUnknownAffiliates(scope: Scope, run: Import): Promise<UnknownAffiliates | null> {
  requireStaff(scope);
  const places = run.columns[LEAD_AFFILIATE] ?? [];
  if (places.length === 0) return null;
  const problems = JSON.stringify([unknownAffiliate]);
  const found = await scope.db.$queryRaw<{ name: string; rows: number; alone: number; names: number }[]>`
    select min(name) as name, sum(count(*)) over ()::int as rows, sum(sum(alone)) over ()::int as alone,
           count(*) over ()::int as names
    from (
      select cell.name, (problems = ${problems}::jsonb)::int as alone
      from import_row
      cross join lateral (
        select trim(cells[place + 1]) as name from unnest(${[...places]}::int[]) with ordinality p (place, number)
        where trim(cells[place + 1]) <> ''
        order by cells[place + 1] like '%@%' desc, number desc limit 1
      ) cell
      where org_id = ${scope.orgId}::uuid and import_id = ${run.id}::uuid and outcome = 'wrong'
        and problems @> ${problems}::jsonb
    ) named
    group by lower(name) order by count(*) desc, 1 limit ${MAX_NAMED}`;
  const [first] = found;
  if (!first) return null;
  return {
    rows: first.rows,
    alone: first.alone,
    more: first.names - found.length,
    names: found.map(({ name }) => cut(visible(name), MAX_NAME_LENGTH)),
  };
}
