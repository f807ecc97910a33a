import pg from "pg";

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
export async function listOrganizations(ownerUrl: string): Promise<OrganizationRow[]> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<OrganizationRow>(`
      select o.org_id as id, o.name,
        (select count(*)::int from org_member x where x.org_id = o.org_id) as members,
        (select count(*)::int from affiliate x where x.org_id = o.org_id) as affiliates,
        (select count(*)::int from lead x where x.org_id = o.org_id) as leads,
        (select count(*)::int from deal x where x.org_id = o.org_id) as deals,
        to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD') as created_at
      from organization o order by o.created_at, o.org_id`);
    return rows;
  } finally {
    await client.end();
  }
}
