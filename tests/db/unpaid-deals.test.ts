import { markDealPaid } from "~/domain/commissions/pay-commissions.server";
import { NO_AFFILIATE } from "~/domain/shared/id-digits";
import fs from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { listDeals, type DealListQuery } from "~/domain/deals/list-deals.server";
import { noFilter } from "~/domain/leads/lead-filter";
import { unpaidDeals, type UnpaidWanted } from "~/domain/deals/unpaid-deals.server";
import { isDay } from "~/domain/shared/dates";
import { readCursor, type Direction } from "~/domain/shared/page";
import { activeAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { oneTimeDeal, recurringDeal } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";
import { walk } from "../support/pages";

// Of its own, because plans depend on statistics, which an emptied database keeps.
const db = useDatabase({ connections: 10 });
let org: Org;
let affiliate: Affiliate;
let other: Affiliate;

beforeAll(async () => {
  db.at("2026-03-20T12:00:00Z");
  org = await createOrg(db.database);
  affiliate = await activeAffiliate(db.database, org);
  other = await activeAffiliate(db.database, org);
  for (const one of [affiliate, other]) await withTerms(db.database, org, one);
  const { leadId } = await oneTimeDeal(db.database, org, affiliate);
  // In turn: paid one-time, unpaid one-time, recurring. Three on each day, so that the id matters too.
  await db.ownerPool.query(
    `insert into deal (org_id, id, lead_id, affiliate_id, title, deal_type, amount, mrr, currency, contract_duration_months,
                       contract_start_date, contract_end_date, commission_amount, commission_currency, commission_trace,
                       commission_paid, payment_date, close_date)
     select $1, gen_random_uuid(), $2, case when n % 2 = 0 then $3::uuid else $4::uuid end, 'Bulk ' || n,
            case when n % 3 = 2 then 'recurring' else 'one-time' end, 100000, case when n % 3 = 2 then 25000 end, 'EUR',
            case when n % 3 = 2 then 4 end, case when n % 3 = 2 then day end, case when n % 3 = 2 then day + 119 end,
            case when n % 20 = 1 then 0 else 1000 end, 'EUR', '{}', n % 3 = 0, case when n % 3 = 0 then day end, day
     from (select n, date '2025-10-01' + n / 3 as day from generate_series(1, 600) n) days`,
    [org.orgId, leadId, affiliate.affiliateId, other.affiliateId],
  );
  await db.ownerPool.query(
    `insert into commission_payment (org_id, id, deal_id, affiliate_id, period_start, amount, currency)
     select org_id, gen_random_uuid(), id, affiliate_id, close_date + 30 * month, 1000, 'EUR'
     from deal cross join generate_series(0, 3) month where org_id = $1 and deal_type = 'recurring'`,
    [org.orgId],
  );
  const elsewhere = await createOrg(db.database);
  const stranger = await activeAffiliate(db.database, elsewhere);
  await withTerms(db.database, elsewhere, stranger);
  await oneTimeDeal(db.database, elsewhere, stranger);
});

/** Returns the expected deals from a slow query. */
async function expected(direction: Direction, { affiliateId, among }: UnpaidWanted): Promise<string[]> {
  const { rows } = await db.ownerPool.query<{ id: string }>(
    `select id from deal d where org_id = $1 and ($2::uuid is null or affiliate_id = $2) and ($3::uuid[] is null or id = any($3))
       and case when deal_type = 'one-time' then commission_amount > 0 and not commission_paid and close_date <= '2026-03-20'
                else exists (select from commission_payment p where p.org_id = d.org_id and p.deal_id = d.id
                             and p.status = 'pending' and p.period_start <= '2026-03-20') end
     order by close_date ${direction}, id ${direction}`,
    [org.orgId, affiliateId, among],
  );
  return rows.map(({ id }) => id);
}

const deals = (wanted: DealListQuery) =>
  asOwner(db.database, org, (scope) =>
    listDeals(scope, { ...wanted, filter: { ...noFilter, ...wanted.filter, deals: "unpaid" } }),
  );

/** Reads page by page: `near` deals are checked first, and if these do not suffice, by due payments or more deals. */
async function pagesOf(direction: Direction, wanted: UnpaidWanted, few: number, near: number) {
  return walk(async (cursor) => {
    const pageCursor = readCursor({ cursor }, direction, isDay);
    const ids = await asOwner(db.database, org, (scope) => unpaidDeals(scope, wanted, pageCursor, few, near));
    const { rows } = await db.ownerPool.query<{ id: string; day: string }>(
      "select id, close_date::text as day from deal where id = any($1) order by array_position($1, id)",
      [ids],
    );
    return pageCursor.page(rows, ({ day }) => day);
  });
}

/** Limits for each search method, with several sizes of the first batch. */
const searches = [
  [0, 1],
  [0, 2],
  [0, 40],
  [20_000, 1],
  [20_000, 40],
  [20_000, 3_000],
] as const;

describe.each([
  ["hardly any payment is paid", "false"],
  ["hardly any payment is due", "deal_id not in (select id from deal order by id limit 40)"],
])("[LEAD-04] deals with a due commission, if %s", (_, paid) => {
  beforeAll(async () => {
    const set = `update commission_payment set status = 'paid', paid_date = '2026-03-01' where period_start <= '2026-03-20'`;
    await db.ownerPool.query(`${set} and (${paid})`);
  });

  test("are paginated without duplicates, forward and back", async () => {
    const all = { affiliateId: null, among: null };
    for (const direction of ["asc", "desc"] as const) {
      const order = await expected(direction, all);
      const pages = await walk((cursor) => deals({ order: { by: "close_date", direction }, cursor }));
      expect(order.length).toBeGreaterThan(150);
      expect(pages.flat()).toEqual(order);
      for (const [few, near] of searches) {
        expect((await pagesOf(direction, all, few, near)).flat()).toEqual(order);
      }
    }
  });

  test("can be limited to an affiliate and to search results", async () => {
    const own = { affiliateId: affiliate.affiliateId, among: null };
    const order = await expected("desc", own);
    for (const [few, near] of searches) {
      expect((await pagesOf("desc", own, few, near)).flat()).toEqual(order);
    }
    const { rows } = await deals({ filter: { search: "", affiliate: NO_AFFILIATE } });
    expect(rows).toEqual([]);

    const found = await db.ownerPool.query<{ id: string }>("select id from deal order by title limit 300");
    const ids = found.rows.map(({ id }) => id);
    const filter = { search: "bulk", affiliate: null };
    const pages = await walk((cursor) => deals({ filter, matches: { ids, cut: false }, cursor }));
    expect(pages.flat()).toEqual(await expected("desc", { affiliateId: null, among: ids }));
  });
});

test("[LEAD-04] a one-time deal has a due commission from its close date until it is paid", async () => {
  db.at("2026-03-20T12:00:00Z");
  const later = await oneTimeDeal(db.database, org, affiliate, { close_date: "2026-03-25" });
  const shown = async () =>
    (
      await deals({
        filter: { search: "later", affiliate: null },
        matches: { ids: [later.id], cut: false },
      })
    ).rows.length;
  expect(await shown()).toBe(0);
  db.at("2026-03-25T12:00:00Z");
  expect(await shown()).toBe(1);
  await asOwner(db.database, org, (scope) => markDealPaid(scope, later.id));
  expect(await shown()).toBe(0);
});

test("the rule of a one-off commission has one definition, which matches the conditions of its indexes", async () => {
  const rule = "deal_type = 'one-time' and (commission_paid or commission_amount > 0 and not commission_ended)";
  const domain = path.resolve(import.meta.dirname, "../../app/domain");
  const files = fs.readdirSync(domain, { recursive: true, encoding: "utf8" });
  const sources = files.filter((name) => name.endsWith(".server.ts")).map((name) => path.join(domain, name));
  const said = sources.flatMap((file) =>
    [...fs.readFileSync(file, "utf8").matchAll(/deal_type = 'one-time' and[^\n]*?\)/g)].map(([words]) => words),
  );
  expect(said).toEqual([rule]);

  const client = await db.ownerPool.connect();
  try {
    await client.query("begin; set local enable_seqscan = off; set local enable_sort = off");
    const { rows } = await client.query(
      `explain select id from deal where org_id = '${org.orgId}' and ${rule} and not commission_paid
       order by close_date, id limit 1`,
    );
    expect(JSON.stringify(rows)).toContain("deal_one_off_by_close_date");
    const { rows: due } = await client.query(
      `explain select id from deal where org_id = '${org.orgId}' and ${rule} and not commission_paid
       order by due_on, id limit 1`,
    );
    expect(JSON.stringify(due)).toContain("deal_one_off_by_due");
  } finally {
    await client.query("rollback");
    client.release();
  }
});

test("[LEAD-04] a recurring deal has a due commission from its first month until it is paid", async () => {
  const later = await recurringDeal(db.database, org, affiliate, { contract_start_date: "2026-04-01" });
  const filter = { search: "later", affiliate: null };
  const matches = { ids: [later.id], cut: false };
  const shown = async () => (await deals({ filter, matches })).rows.length;
  expect(await shown()).toBe(0);
  db.at("2026-04-01T12:00:00Z");
  expect(await shown()).toBe(1);
});
