import pg from "pg";
import { previewGeneration } from "~/domain/commissions/preview-generation.server";
import { runGeneration } from "~/domain/commissions/run-generation.server";
import { openDatabase } from "~/platform/db/database.server";
import { tasks } from "../../jobs/tasks";
import type { World } from "./world-setup";

export interface GenerationSetup {
  orgId: string;
  deals: number;
  /** Creates every payment, like the button and the nightly run. Returns seconds. */
  ours(): Promise<number>;
  /**
   * Writes as many rows with one statement into a copy of the table with the same columns, indexes and foreign keys.
   * Returns seconds.
   */
  bare(): Promise<number>;
  /** The same run, its preview, and the nightly sweep when nothing is due. Return milliseconds. */
  nothingDue: Record<"run" | "preview" | "sweep", () => Promise<number>>;
  close(): Promise<void>;
}

const job = { kind: "job", name: "bench" } as const;
const ORG = "00000000-0000-4000-8000-0000000000b1";

/** Opens an organization of recurring deals over twelve months, without payments. */
export async function openGenerationSetup(world: World, deals: number): Promise<GenerationSetup> {
  const owner = new pg.Client({ connectionString: world.ownerUrl });
  await owner.connect();
  const database = openDatabase({
    url: world.env["DATABASE_APP_URL"]!,
    secret: world.env["SESSION_SECRET"]!,
  });
  await world.org("small"); // Its people are reused.
  await makeDeals(owner, deals);
  await copyTable(owner);

  const seconds = async (run: () => Promise<number>): Promise<number> => {
    await owner.query("checkpoint").catch(() => {}); // Only a superuser may; without it the disk is less even.
    const from = performance.now();
    const rows = await run();
    if (rows !== deals * 12) throw new Error(`${rows} payments instead of ${deals * 12}`);
    return (performance.now() - from) / 1000;
  };
  return {
    orgId: ORG,
    deals,
    async ours() {
      await owner.query("delete from commission_payment where org_id = $1", [ORG]);
      await owner.query("vacuum commission_payment");
      return seconds(() => runGeneration((use) => database.withOrg(ORG, job, use)).then(({ created }) => created));
    },
    async bare() {
      await owner.query("truncate bench.payment");
      return seconds(async () => {
        const { rowCount } = await owner.query(
          `insert into bench.payment (org_id, id, deal_id, affiliate_id, amount, currency, period_start, status)
           select d.org_id, gen_random_uuid(), d.id, d.affiliate_id, d.commission_amount, d.commission_currency,
                  (d.contract_start_date + make_interval(months => month))::date, 'pending'
           from deal d, generate_series(0, 11) month where d.org_id = $1`,
          [ORG],
        );
        return rowCount ?? 0;
      });
    },
    nothingDue: {
      run: () =>
        milliseconds(async () => {
          const { created } = await runGeneration((use) => database.withOrg(ORG, job, use));
          if (created > 0) throw new Error(`${created} payments were due`);
        }),
      preview: () => milliseconds(() => database.readOrg(ORG, job, (scope) => previewGeneration(scope))),
      sweep: () => milliseconds(() => tasks["commissions.sweep"].run({}, { ownerPool: owner, database } as never)),
    },
    async close() {
      await owner.query("drop table bench.payment");
      await owner.query("delete from commission_payment where org_id = $1", [ORG]);
      await database.close();
      await owner.end();
    },
  };
}

async function milliseconds(run: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await run();
  return performance.now() - from;
}

async function makeDeals(owner: pg.Client, deals: number): Promise<void> {
  const { rowCount } = await owner.query("select 1 from deal where org_id = $1 limit 1", [ORG]);
  if (rowCount) return;
  for (const statement of [
    `insert into organization (org_id, name, trial_ends_at) values ($1, 'Bench generation', now() + interval '7 days')`,
    `insert into membership (org_id, user_id, role, affiliate_id)
     select $1, id, 'affiliate', gen_random_uuid() from app_user limit 1`,
    `insert into affiliate (org_id, id, name, email)
     select org_id, affiliate_id, 'Partner', 'partner@bench.example' from membership where org_id = $1`,
    `insert into lead (org_id, id, affiliate_id, company_name, contact_person, email, status)
     select $1, gen_random_uuid(), a.id, 'Firma ' || n, 'Max Muster', n || '@bench.example', 'converted'
     from affiliate a, generate_series(1, ${deals}) n where a.org_id = $1`,
    `insert into deal (org_id, id, lead_id, affiliate_id, title, deal_type, amount, currency, commission_amount,
                       commission_currency, commission_trace, close_date, mrr, contract_duration_months,
                       contract_start_date, contract_end_date)
     select $1, gen_random_uuid(), id, affiliate_id, 'Wartung', 'recurring', 120000, 'EUR', 1000, 'EUR', '{}', day,
            10000, 12, day, (day + interval '12 months')::date
     from (select *, current_date - (hashtext(id::text) & 511) as day from lead where org_id = $1) l`,
  ]) {
    await owner.query(statement, [ORG]);
  }
  await owner.query("analyze deal");
}

async function copyTable(owner: pg.Client): Promise<void> {
  await owner.query("create schema if not exists bench");
  await owner.query("drop table if exists bench.payment");
  await owner.query("create table bench.payment (like commission_payment including all)");
  const { rows } = await owner.query<{ rule: string }>(
    `select pg_get_constraintdef(oid) as rule from pg_constraint
     where conrelid = 'commission_payment'::regclass and contype = 'f'`,
  );
  for (const { rule } of rows) await owner.query(`alter table bench.payment add ${rule}`);
}
