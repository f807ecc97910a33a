import { markPaymentPaid } from "~/domain/commissions/pay-commissions.server";
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import pg from "pg";
import { beforeEach, describe, expect, inject, test } from "vitest";
import { generatePayments } from "~/domain/deals/generate-payments.server";
import { dateFromDay, day, monthStarts } from "~/domain/shared/dates";
import { activeAffiliate, asAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { recurringDeal, submittedLead } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";

const db = useDatabase({ each: true });
let org: Org;
let affiliate: Affiliate;

beforeEach(async () => {
  db.at("2026-01-10T12:00:00Z");
  org = await createOrg(db.database);
  affiliate = await activeAffiliate(db.database, org);
  await withTerms(db.database, org, affiliate);
});

async function rows<T = Record<string, unknown>>(sql: string, ...values: unknown[]): Promise<T[]> {
  return (await db.ownerPool.query(sql, values)).rows as T[];
}

const generate = (dealId?: string) =>
  asOwner(db.database, org, (scope) => generatePayments(scope, dealId ? { dealId } : {}));
const pay = (id: string) => asOwner(db.database, org, (scope) => markPaymentPaid(scope, id));

interface Contract {
  start: string;
  months: number;
}

/** Creates recurring deals without payments, as a failed generation leaves them, and returns their ids. */
async function contracts(list: Contract[]): Promise<string[]> {
  const leadId = await submittedLead(db.database, org, affiliate);
  const ids = list.map(() => randomUUID());
  await asOwner(db.database, org, (scope) =>
    scope.db.deal.createMany({
      data: list.map(({ start, months }, index) => ({
        id: ids[index]!,
        leadId,
        affiliateId: affiliate.affiliateId,
        title: `Contract ${index}`,
        dealType: "recurring",
        amount: 10_000n * BigInt(months),
        mrr: 10_000n,
        currency: "EUR",
        commissionAmount: 1_000n,
        commissionCurrency: "EUR",
        commissionTrace: {},
        closeDate: dateFromDay(day(start)),
        submissionId: randomUUID(),
        contractStartDate: dateFromDay(day(start)),
        contractEndDate: dateFromDay(day(start)),
        contractDurationMonths: months,
      })),
    }),
  );
  return ids;
}

/** Returns the months with a payment, by deal. */
async function months(): Promise<Map<string, string[]>> {
  const found = await rows<{ deal_id: string; periods: string[] }>(
    `select deal_id, array_agg(period_start::text order by period_start) as periods
     from commission_payment group by deal_id`,
  );
  return new Map(found.map((row) => [row.deal_id, row.periods]));
}

const expected = (ids: string[], list: Contract[]) =>
  new Map(ids.map((id, index) => [id, monthStarts(day(list[index]!.start), list[index]!.months) as string[]]));

/** Slows down every insert of a payment, so that runs overlap. */
const slowInserts = (seconds: number) =>
  db.ownerPool.query(`
    create function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(${seconds}); return new; end $$;
    create trigger slow before insert on commission_payment for each row execute function slow()`);

describe("[COM-03] [LEAD-09] generating monthly payments", () => {
  test("creates one payment per month of the contract with the deal's commission, once", async () => {
    const { id } = await recurringDeal(db.database, org, affiliate, { mrr: "99,90" });
    await db.ownerPool.query("delete from commission_payment");
    expect(await generate()).toEqual({ created: 12, deals: 1 });
    expect(
      await rows("select distinct deal_id, affiliate_id, amount, currency, status from commission_payment"),
    ).toEqual([
      { deal_id: id, affiliate_id: affiliate.affiliateId, amount: "999", currency: "EUR", status: "pending" },
    ]);
    expect((await months()).get(id)).toEqual(monthStarts(day("2026-01-15"), 12));
    const audit =
      "select action, data from audit_log where action = 'commissions.generate' order by xmin::text::bigint, created_at, id";
    const before = await rows(audit);
    expect(before).toContainEqual({ action: "commissions.generate", data: { created: 12 } });
    expect(await generate()).toEqual({ created: 0, deals: 1 });
    expect(await rows(audit)).toEqual(before);
  });

  test("creates nothing for one-time deals and for deals without an affiliate or a commission", async () => {
    const ids = await contracts([1, 2, 3].map(() => ({ start: "2026-02-01", months: 3 })));
    await db.ownerPool.query("update deal set commission_amount = 0 where id = $1", [ids[0]]);
    await db.ownerPool.query("update deal set affiliate_id = null where id = $1", [ids[1]]);
    await db.ownerPool.query("update deal set deal_type = 'one-time' where id = $1", [ids[2]]);
    expect(await generate()).toEqual({ created: 0, deals: 2 });
    expect(await months()).toEqual(new Map());
  });

  test("of one deal leaves the others unchanged, and creates nothing for a foreign deal", async () => {
    const [one] = await contracts([
      { start: "2026-02-01", months: 3 },
      { start: "2026-03-01", months: 4 },
    ]);
    const foreign = await createOrg(db.database);
    const strange = asOwner(db.database, foreign, (scope) => generatePayments(scope, { dealId: one! }));
    expect(await strange).toEqual({ created: 0, deals: 0 });
    expect(await generate(one)).toEqual({ created: 3, deals: 1 });
    expect([...(await months()).keys()]).toEqual([one]);
  });

  test("creates a missing month and leaves existing and paid ones unchanged", async () => {
    const { id } = await recurringDeal(db.database, org, affiliate);
    db.at("2026-06-01T12:00:00Z");
    const [first] = await rows<{ id: string }>("select id from commission_payment order by period_start limit 1");
    await pay(first!.id);
    await db.ownerPool.query("delete from commission_payment where period_start = '2026-05-15'");
    const kept = await rows("select * from commission_payment where period_start <> '2026-05-15' order by id");
    expect(await generate(id)).toEqual({ created: 1, deals: 1 });
    expect(await rows("select * from commission_payment where period_start <> '2026-05-15' order by id")).toEqual(kept);
    expect((await months()).get(id)).toHaveLength(12);
  });

  test("is rejected for affiliates", async () => {
    const attempt = asAffiliate(db.database, org, affiliate, (scope) => generatePayments(scope));
    await expect(attempt).rejects.toMatchObject({ code: "forbidden" });
  });

  test("creates the months of addMonths for any start and length", { timeout: 60_000 }, async () => {
    const start = fc.oneof(
      fc.constantFrom("2026-01-31", "2027-12-31", "2028-02-29", "2096-02-29", "2099-12-31", "2024-01-30", "2026-08-31"),
      fc
        .date({ min: new Date("1990-01-01"), max: new Date("2120-12-31"), noInvalidDate: true })
        .map((date) => date.toISOString().slice(0, 10)),
    );
    const length = fc.oneof({ weight: 5, arbitrary: fc.integer({ min: 1, max: 60 }) }, fc.constant(600));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ start, months: length }), { minLength: 1, maxLength: 40 }),
        async (list) => {
          await db.ownerPool.query("delete from commission_payment; delete from deal");
          const ids = await contracts(list);
          await generate();
          expect(await months()).toEqual(expected(ids, list));
        },
      ),
      { numRuns: 15, endOnFailure: true },
    );
  });
});

describe("M2: [COM-03] concurrent, repeated and killed generators", () => {
  const list: Contract[] = [
    { start: "2026-01-31", months: 24 },
    { start: "2028-02-29", months: 60 },
    ...Array.from({ length: 8 }, (_, index) => ({ start: `2026-0${index + 1}-15`, months: 5 + index })),
  ];
  const total = list.reduce((sum, contract) => sum + contract.months, 0);

  test("create and count each month once, with 20 at a time in five rounds", async () => {
    const ids = await contracts(list);
    let created = 0;
    for (let round = 0; round < 5; round++) {
      const runs = await Promise.all(Array.from({ length: 20 }, () => generate()));
      created += runs.reduce((sum, run) => sum + run.created, 0);
    }
    expect(created).toBe(total);
    expect(await months()).toEqual(expected(ids, list));
  });

  test("wait for each other without a deadlock if they read the deals in different orders", async () => {
    const ids = await contracts(list);
    await slowInserts(0.002);
    const byIndex = asOwner(db.database, org, async (scope) => {
      await scope.db.$executeRawUnsafe("set local enable_seqscan = off");
      await scope.db.$executeRawUnsafe("set local enable_bitmapscan = off");
      return generatePayments(scope);
    });
    const byHeap = asOwner(db.database, org, async (scope) => {
      await scope.db.$executeRawUnsafe("set local enable_indexscan = off");
      await scope.db.$executeRawUnsafe("set local enable_bitmapscan = off");
      return generatePayments(scope);
    });
    const runs = await Promise.all([byIndex, byHeap]);
    expect(runs[0].created + runs[1].created).toBe(total);
    expect(await months()).toEqual(expected(ids, list));
  });

  test("leave nothing when killed, and the next run creates everything", async () => {
    const ids = await contracts(list);
    await slowInserts(0.02);
    const killed = generate().then(
      () => "finished",
      () => "killed",
    );
    // Only a superuser can see and end sessions of the runtime role.
    const admin = new pg.Client({ connectionString: inject("server").adminUrl });
    await admin.connect();
    const kill = () =>
      admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = $1 and wait_event = 'PgSleep' and query like '%insert into commission_payment%'`,
        [new URL(db.appUrl).pathname.slice(1)],
      );
    await expect.poll(async () => (await kill()).rowCount).toBe(1);
    await admin.end();
    expect(await killed).toBe("killed");
    expect(await months()).toEqual(new Map());
    await db.ownerPool.query("drop trigger slow on commission_payment");
    expect(await generate()).toEqual({ created: total, deals: list.length });
    expect(await months()).toEqual(expected(ids, list));
  });
});
