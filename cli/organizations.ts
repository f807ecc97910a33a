import type pg from "pg";
import type { Database } from "~/platform/db/database.server";
import { connectTo } from "./migrate";
import { UsageError, withRuntime } from "./run-command";
import { requireOwner } from "./runtime";

export type OrganizationRow = {
  id: string;
  name: string;
  members: number;
  affiliates: number;
  leads: number;
  deals: number;
  created_at: string;
};

/** Returns all organizations with their counts, oldest first. Needs the owner role, which sees all organizations. */
export function listOrganizations(ownerUrl: string): Promise<OrganizationRow[]> {
  return sweep(
    ownerUrl,
    `select o.org_id as id, o.name,
       coalesce(m.members, 0) as members,
       (select count(*)::int from affiliate x where x.org_id = o.org_id) as affiliates,
       (select count(*)::int from lead x where x.org_id = o.org_id) as leads,
       (select count(*)::int from deal x where x.org_id = o.org_id) as deals,
       to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD') as created_at
     from organization o left join (
       select org_id, count(*)::int as members from membership where role <> 'affiliate' group by org_id
     ) m on m.org_id = o.org_id
     order by o.created_at, o.org_id`,
  );
}

/** Returns id and name of all organizations, or of the one with this id; oldest first. */
export function findOrganizations(ownerUrl: string, id?: string): Promise<Pick<OrganizationRow, "id" | "name">[]> {
  return sweep(
    ownerUrl,
    `select org_id as id, name from organization
     where $1::text is null or org_id::text = lower($1) order by created_at, org_id`,
    [id ?? null],
  );
}

/** Returns the organization with this id. Throws a UsageError if it does not exist. */
export async function requireOrganization(ownerUrl: string, id: string): Promise<Pick<OrganizationRow, "id" | "name">> {
  const [organization] = await findOrganizations(ownerUrl, id);
  if (!organization) throw new UsageError(`no organization has the id "${id}"`);
  return organization;
}

/** Opens the database for one organization. Throws a UsageError if it does not exist. */
export function withOrganization(
  id: string,
  use: (database: Database, orgId: string, ownerUrl: string) => Promise<void>,
): Promise<void> {
  return withRuntime(async (runtime) => {
    const ownerUrl = requireOwner(runtime);
    const organization = await requireOrganization(ownerUrl, id);
    const database = runtime.openDatabase();
    try {
      await use(database, organization.id, ownerUrl);
    } finally {
      await database.close();
    }
  });
}

/** Runs a query across all organizations as the owner role. */
export async function sweep<T extends pg.QueryResultRow>(
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
