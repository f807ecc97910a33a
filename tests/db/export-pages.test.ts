import { beforeEach, expect, test } from "vitest";
import { eachPayment, listPayments } from "~/domain/commissions/list-payments.server";
import { collectRows } from "~/domain/shared/page";
import { eachTransaction, listTransactions } from "~/domain/commissions/list-transactions.server";
import { receiptFilters } from "~/domain/commissions/commission";
import { sessionCookie } from "~/server/app-context.server";
import { joinedAtOnce } from "~/server/exports/csv-pieces.server";
import { activeAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { oneTimeDeal, recurringDeal } from "../factories/deals";
import { createOrg, type Org } from "../factories/organizations";
import { signIn } from "../factories/people";
import { useDatabase } from "../support/database";
import { answer } from "../support/exports";
import { useRoutes } from "../support/web";

const db = useDatabase();
useRoutes(db);
let org: Org;
let affiliate: Affiliate;

beforeEach(async () => {
  org = await createOrg(db.database);
  affiliate = await activeAffiliate(db.database, org);
  await withTerms(db.database, org, affiliate);
});

const reading = <T>(use: Parameters<typeof db.database.readOrg<T>>[2]) =>
  db.database.readOrg(org.orgId, org.owner.actor, use);

/** Creates more payments than the first page of an export. */
async function manyPayments(): Promise<number> {
  const { id } = await recurringDeal(db.database, org, affiliate, { contract_duration_months: "1" });
  const more = joinedAtOnce(null).size + 500;
  await db.ownerPool.query(
    `insert into commission_payment (org_id, deal_id, affiliate_id, amount, currency, period_start)
     select $1, $2, $3, 1000, 'EUR', '2030-01-01'::date + n from generate_series(1, $4::int) n`,
    [org.orgId, id, affiliate.affiliateId, more],
  );
  return more + 1;
}

test("[API-03] an export of several pages contains every payment once, and a slow download keeps no transaction open", async () => {
  const payments = await manyPayments();
  const cookie = (await sessionCookie().serialize(await signIn(db.database, org.owner))).split(";")[0]!;
  const reader = (await answer("commissions", { tab: "all" }, { cookie })).body!.getReader();
  const pieces = [(await reader.read()).value!];
  // Open transactions of the pages that are read ahead.
  const open = async () =>
    (
      await db.ownerPool.query(
        "select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
      )
    ).rowCount;
  await expect.poll(open).toBe(0);
  for (let part = await reader.read(); !part.done; part = await reader.read()) pieces.push(part.value);
  const lines = Buffer.concat(pieces).toString().split("\r\n").slice(1, -1);
  expect(lines.length).toBe(payments);
  expect(new Set(lines).size).toBe(payments);
  // The header, and no tiny chunks, each of which costs server and network.
  expect(pieces.length).toBeLessThan(payments / 200);
});

test("[API-03] an export contains the rows of the screen in every order", async () => {
  await recurringDeal(db.database, org, affiliate, { contract_duration_months: "9" });
  const { id } = await oneTimeDeal(db.database, org, affiliate);
  await oneTimeDeal(db.database, org, affiliate);
  await db.ownerPool.query(
    "update deal set commission_paid = true, payment_date = '2026-02-03' where org_id = $1 and id = $2",
    [org.orgId, id],
  );
  await db.ownerPool.query(
    `update commission_payment set status = 'paid', paid_date = period_start + 3
     where org_id = $1 and extract(month from period_start)::int % 2 = 0`,
    [org.orgId],
  );
  const period = { from: "2020-01-01", to: "2040-12-31" } as never;
  const orders = [
    ["all", { by: "period" }],
    ["paid", { by: "paid_date" }],
    ["all", { by: "day" }, { period }],
  ] as const;
  for (const [tab, { by }, filter = {}] of orders) {
    for (const direction of ["asc", "desc"] as const) {
      const wanted = { ...filter, order: { by, direction } };
      const shown = await reading((scope) => listPayments(scope, tab, wanted));
      expect(shown.rows.length).toBeGreaterThan(3);
      for (const read of ["page", "file"] as const) {
        const taken: string[] = [];
        let cursor: string | null = null;
        do {
          const at: string | null = cursor;
          const add = ({ id }: { id: string }) => taken.push(id);
          cursor = await reading((scope) => eachPayment(scope, tab, { ...wanted, cursor: at, size: 2, read }, add));
        } while (cursor);
        expect(taken).toEqual(shown.rows.map((row) => row.id));
      }
    }
  }
  for (const receipts of receiptFilters) {
    const shown = await reading((scope) => listTransactions(scope, receipts));
    for (const read of ["page", "file"] as const) {
      const first = await reading((scope) =>
        collectRows<string>(async (add) => {
          const cursor = await eachTransaction(scope, receipts, { size: 1, read }, ({ id }) => add(id));
          if (cursor) await eachTransaction(scope, receipts, { cursor, size: 1, read }, ({ id }) => add(id));
        }),
      );
      expect(first).toEqual(shown.rows.slice(0, 2).map((row) => row.id));
    }
  }
});

test("[API-03] a row that cannot be written ends the reading with its error, and the connection stays usable", async () => {
  const seen: number[] = [];
  const failing = reading(
    ({ db: tx }) =>
      tx.$eachRow<{ n: number }>(({ n }) => {
        seen.push(n);
        if (n === 2) throw new RangeError("not this one");
      })`select n from generate_series(1, 5) n`,
  );
  await expect(failing).rejects.toThrow("not this one");
  expect(seen).toEqual([1, 2]);
  const wrong = reading(({ db: tx }) => tx.$eachRow(() => {})`select 1 / 0`);
  await expect(wrong).rejects.toThrow(/division by zero/);
  expect(await reading(({ db: tx }) => tx.$queryRaw`select 1 as n`)).toEqual([{ n: 1 }]);
});
