import { createCookie } from "@remix-run/node";
import pg from "pg";
import { startSession } from "~/domain/identity/session.server";
import { openDatabase } from "~/platform/db/database.server";
import { openGenerationSetup } from "./generate-setup";
import type { World } from "./world-setup";

export interface ExportSetup {
  payments: number;
  /** Cookie header of a member of the organization. */
  cookie: string;
  /** Exports the same rows with COPY, in the role and order of the list. Returns seconds. */
  copy(): Promise<number>;
  close(): Promise<void>;
}

/** Opens an organization with the payments of this many recurring deals over twelve months, and nothing else. */
export async function openExportSetup(world: World, deals: number): Promise<ExportSetup> {
  const generation = await openGenerationSetup(world, deals);
  const owner = new pg.Client({ connectionString: world.ownerUrl });
  await owner.connect();
  await owner.query("delete from commission_payment where org_id = $1", [generation.orgId]);
  await owner.query(
    `insert into commission_payment (org_id, id, deal_id, affiliate_id, amount, currency, period_start)
     select d.org_id, gen_random_uuid(), d.id, d.affiliate_id, d.commission_amount, d.commission_currency,
            (d.contract_start_date + make_interval(months => month))::date
     from deal d, generate_series(0, 11) month where d.org_id = $1`,
    [generation.orgId],
  );
  await owner.query("select app.fold_aggregates()");
  await owner.query("vacuum analyze");
  const runtime = new pg.Client({ connectionString: world.env["DATABASE_APP_URL"]! });
  await runtime.connect();
  return {
    payments: deals * 12,
    cookie: await signIn(world, owner, generation.orgId),
    async copy() {
      await runtime.query(`begin read only; set local app.org_id = '${generation.orgId}'`);
      const from = performance.now();
      const { rowCount } = await runtime.query(copyOf(generation.orgId));
      const seconds = (performance.now() - from) / 1000;
      await runtime.query("commit");
      if (rowCount !== deals * 12) throw new Error(`${rowCount} rows instead of ${deals * 12}`);
      return seconds;
    },
    async close() {
      await runtime.end();
      await owner.end();
      await generation.close();
    },
  };
}

/** The columns, rows and order of commissions?tab=all. */
const copyOf = (orgId: string) => `
  copy (
    select case when p.status = 'paid' then 'Paid' when p.period_start <= current_date then 'Due' else 'Planned' end,
           p.period_start, p.paid_date, 'Monthly', a.name, l.company_name, d.title, p.amount, p.currency, p.receipt_url,
           p.id, p.deal_id, d.lead_id, p.affiliate_id
    from commission_payment p
    join deal d on d.org_id = p.org_id and d.id = p.deal_id
    join lead l on l.org_id = p.org_id and l.id = d.lead_id
    left join affiliate a on a.org_id = p.org_id and a.id = p.affiliate_id
    where p.org_id = '${orgId}'
    order by p.period_start desc, p.id desc
  ) to stdout (format csv)`;

async function signIn(world: World, owner: pg.Client, orgId: string): Promise<string> {
  const { ownerId } = await world.org("small");
  await owner.query("insert into membership (org_id, user_id, role) values ($1, $2, 'owner') on conflict do nothing", [
    orgId,
    ownerId,
  ]);
  const secret = world.env["SESSION_SECRET"]!;
  const database = openDatabase({ url: world.env["DATABASE_APP_URL"]!, secret });
  const session = await database.withIdentity((scope) =>
    startSession(scope, { userId: ownerId, door: "staff", orgId, userAgent: "bench", ip: "127.0.0.1" }),
  );
  await database.close();
  const cookie = createCookie(world.sessionCookie, { secrets: [secret] });
  return (await cookie.serialize(session)).split(";")[0]!;
}
