import type pg from "pg";
import { connectTo } from "./migrate";

export type OrganizationRow = {
  id: string;
  name: string;
  members: number;
  affiliates: number;
  leads: number;
  deals: number;
  created_at: string;
};

/** Every organisation with how much it holds, oldest first: a sweep, so it runs as the owner. */
export function listOrganizations(ownerUrl: string): Promise<OrganizationRow[]> {
  return sweep(
    ownerUrl,
    `select o.org_id as id, o.name,
       (select count(*)::int from org_member x where x.org_id = o.org_id) as members,
       (select count(*)::int from affiliate x where x.org_id = o.org_id) as affiliates,
       (select count(*)::int from lead x where x.org_id = o.org_id) as leads,
       (select count(*)::int from deal x where x.org_id = o.org_id) as deals,
       to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD') as created_at
     from organization o order by o.created_at, o.org_id`,
  );
}

/** Every organisation, or the one of an id, by name only; oldest first. */
export function findOrganizations(
  ownerUrl: string,
  id?: string,
): Promise<Pick<OrganizationRow, "id" | "name">[]> {
  return sweep(
    ownerUrl,
    `select org_id as id, name from organization
     where $1::text is null or org_id::text = lower($1) order by created_at, org_id`,
    [id ?? null],
  );
}

async function sweep<T extends pg.QueryResultRow>(
  ownerUrl: string,
  sql: string,
  values?: unknown[],
): Promise<T[]> {
  const client = await connectTo(ownerUrl);
  try {
    return (await client.query<T>(sql, values)).rows;
  } finally {
    await client.end();
  }
}
