import { useLoaderData } from "@remix-run/react";
import pg from "pg";

const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"], max: 10 });

interface Row {
  id: string;
  company_name: string;
  contact_person: string;
  status: string;
  created_at: Date;
  affiliate: string | null;
}

/** The newest 50 open leads of an organisation, in one query. */
export async function loader() {
  const { rows } = await pool.query<Row>(
    `select l.id, l.company_name, l.contact_person, l.status, l.created_at, a.name as affiliate
     from lead l left join affiliate a on a.org_id = l.org_id and a.id = l.affiliate_id
     where l.org_id = $1 and l.status in ('new', 'qualified', 'contacted')
     order by l.created_at desc, l.id desc limit 50`,
    [process.env["BENCH_ORG"]],
  );
  return { leads: rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() })) };
}

export default function Leads() {
  const { leads } = useLoaderData<typeof loader>();
  return (
    <ul>
      {leads.map((lead) => (
        <li key={lead.id}>
          <h2>{lead.company_name}</h2>
          <p>{lead.contact_person}</p>
          <p>{lead.affiliate}</p>
          <p>{Math.floor((Date.now() - Date.parse(lead.created_at)) / 86_400_000)} days</p>
          <p>{lead.status}</p>
        </li>
      ))}
    </ul>
  );
}
