import { createHash } from "node:crypto";
import { createCookie, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import pg from "pg";
import { Card, type Lead } from "../card";

const pool = new pg.Pool({ connectionString: process.env["DATABASE_APP_URL"], max: 10 });
const org = process.env["BENCH_ORG"] ?? "";
const cookie = createCookie(process.env["BENCH_COOKIE"] ?? "", {
  secrets: [process.env["SESSION_SECRET"] ?? ""],
});

/** Loads the leads of the app's board for a signed-in user: one session lookup and one tenant transaction. */
export async function loader({ request }: LoaderFunctionArgs) {
  const user = await signedIn(request);
  if (!user) throw new Response(null, { status: 401 });
  return { user, leads: await newestOpenLeads() };
}

async function signedIn(request: Request) {
  const secret: unknown = await cookie.parse(request.headers.get("Cookie"));
  const hash = createHash("sha256").update(String(secret)).digest("base64url");
  const { rows } = await pool.query<{ name: string; email: string }>(
    `select u.name, u.email from session s join app_user u on u.id = s.user_id
     where s.id_hash = $1 and s.expires_at > now()`,
    [hash],
  );
  return rows[0];
}

async function newestOpenLeads() {
  const client = await pool.connect();
  try {
    await client.query(`begin; set local app.org_id = '${org}'`);
    const { rows } = await client.query<Lead & { created_at: Date }>(
      `select l.id, l.company_name as company, l.contact_person as contact, l.email, l.status, l.created_at,
              l.affiliate_id as "affiliateId", a.name as affiliate
       from unnest(array['new', 'qualified']) as open (status)
       cross join lateral (
         select * from lead where org_id = $1 and status = open.status
         order by created_at desc, id desc limit 25
       ) l
       left join affiliate a on a.org_id = l.org_id and a.id = l.affiliate_id`,
      [org],
    );
    await client.query("commit");
    return rows.map(({ created_at, ...lead }) => ({
      ...lead,
      day: created_at.toISOString().slice(0, 10),
      age: Math.floor((Date.now() - created_at.getTime()) / 86_400_000),
    }));
  } finally {
    client.release();
  }
}

export default function Leads() {
  const { user, leads } = useLoaderData<typeof loader>();
  return (
    <main>
      <p>
        {user.name}, {user.email}
      </p>
      {["new", "qualified"].map((status) => (
        <section key={status}>
          <h2>{status}</h2>
          {leads
            .filter((lead) => lead.status === status)
            .map((lead) => (
              <Card key={lead.id} lead={lead} />
            ))}
        </section>
      ))}
    </main>
  );
}
