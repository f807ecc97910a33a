import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { generatePayments } from "~/domain/deals/generate-payments.server";
import { payCommissions } from "~/domain/commissions/pay-commissions.server";
import { previewGeneration } from "~/domain/commissions/preview-generation.server";
import { reopenCommissions } from "~/domain/commissions/reopen-commissions.server";
import { runGeneration } from "~/domain/commissions/run-generation.server";
import { editDealSchema } from "~/domain/deals/deal.schema";
import { endReasons } from "~/domain/deals/deal-end";
import { endDeal } from "~/domain/deals/end-deal.server";
import { resumeDeal } from "~/domain/deals/resume-deal.server";
import { day } from "~/domain/shared/dates";
import { editDeal } from "~/domain/deals/edit-deal.server";
import { DomainError } from "~/domain/shared/errors";
import type { Scope } from "~/domain/shared/scope";
import { activeAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { oneTimeDeal, recurringDeal } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { untilWriting, useDatabase } from "../support/database";

const db = useDatabase({ each: true });
let org: Org;
let affiliate: Affiliate;

beforeEach(async () => {
  db.at("2026-08-01T12:00:00Z");
  org = await createOrg(db.database);
  affiliate = await activeAffiliate(db.database, org);
  await withTerms(db.database, org, affiliate);
});

const as = <T>(use: (scope: Scope) => Promise<T>) => asOwner(db.database, org, use);
const run = (full = false) => runGeneration((use) => as(use), { full, atMost: 2 });
const query = async <T>(sql: string, ...values: unknown[]) => (await db.ownerPool.query(sql, values)).rows as T[];

/** Reads what is missing from all deals and payments. */
const missing = () =>
  query<{ id: string; payments: number }>(
    `select d.id, count(*)::int as payments
     from deal d cross join lateral generate_series(0, d.contract_duration_months - 1) as month
     where d.org_id = $1 and d.deal_type = 'recurring' and d.affiliate_id is not null and d.commission_amount > 0
       and not exists (
         select from commission_payment p
         where p.deal_id = d.id
           and (p.period_start = (d.contract_start_date + make_interval(months => month))::date
             or p.status = 'paid' and date_trunc('month', p.period_start)
               = date_trunc('month', d.contract_start_date + make_interval(months => month))))
       and (d.ended_on is null or d.end_reason = 'our_fault' or d.end_reason = 'cancelled_by_customer'
         and (d.contract_start_date + make_interval(months => month))::date < d.ended_on)
     group by d.id order by payments desc, d.id`,
    org.orgId,
  );

/** Returns the marked deals, including complete ones. */
const marked = async () =>
  (await query<{ id: string }>("select deal_id as id from unchecked_deal order by 1")).map(({ id }) => id);

async function expectAllFound(after: string) {
  const preview = await as((scope) => previewGeneration(scope));
  const found = preview.missing.map(({ id, payments }) => ({ id, payments }));
  expect(found, after).toEqual(await missing());
  expect(await as((scope) => previewGeneration(scope, { full: true })), after).toEqual(preview);
  const [counts] = await query<Record<string, number>>(
    `select (count(*) filter (where affiliate_id is not null and commission_amount > 0))::int as paying,
            (count(*) filter (where affiliate_id is null))::int as "withoutAffiliate",
            (count(*) filter (where affiliate_id is not null and commission_amount <= 0))::int as "withoutCommission"
     from deal where org_id = $1 and deal_type = 'recurring'`,
    org.orgId,
  );
  const { complete, filled, withoutAffiliate, withoutCommission } = preview;
  expect({ paying: complete + filled, withoutAffiliate, withoutCommission }, after).toEqual(counts);
}

type Step = [name: string, deal: number, month: number, length: number];

/** Changes of a deal and its payments, through the use cases and directly. */
const happenings: Record<string, (dealId: string, month: number, length: number) => Promise<unknown>> = {
  edit: (id, month, length) =>
    as((scope) =>
      editDeal(
        scope,
        editDealSchema.parse({
          deal_id: id,
          title: "Edited",
          deal_type: "recurring",
          mrr: "100",
          currency: "EUR",
          contract_start_date: `2026-0${month}-28`,
          contract_duration_months: String(length),
        }),
      ),
    ),
  pay: (id, month) =>
    as(async (scope) => {
      const due = await scope.db.commissionPayment.findMany({
        where: { dealId: id, periodStart: { lte: new Date(`2026-0${month}-28`) } },
      });
      await payCommissions(scope, { payments: due.map((one) => one.id), receiptUrl: null });
    }),
  reopen: (id) =>
    as(async (scope) => {
      const paid = await scope.db.commissionPayment.findMany({ where: { dealId: id, status: "paid" } });
      const payments = paid.map((one) => one.id);
      await reopenCommissions(scope, { payments, deals: [] }, () => true);
    }),
  end: (id, month, length) =>
    as((scope) =>
      endDeal(scope, {
        dealId: id,
        day: day(`2026-0${month}-10`),
        note: null,
        version: undefined,
        reason: endReasons[length % endReasons.length]!,
      }),
    ),
  resume: (id) => as((scope) => resumeDeal(scope, id)),
  "resume past the use case": (id) =>
    query(
      `update deal set ended_on = null, end_reason = null, end_note = null, end_batch_id = null, ended_amount = null
       where id = $1 and not exists (select from commission_claim c where c.deal_id = $1)`,
      id,
    ),
  generate: (id) => as((scope) => generatePayments(scope, { dealId: id })),
  run: () => run(),
  "lose payments": (id, month) =>
    query("delete from commission_payment where deal_id = $1 and extract(month from period_start) = $2", id, month),
  "unpay past the use case": (id) =>
    query(
      "update commission_payment set status = 'pending', paid_date = null, receipt_url = null, batch_id = null where deal_id = $1",
      id,
    ),
  "move payments": (id) =>
    query(
      `update commission_payment set period_start = period_start + 1000 where deal_id = $1 and not exists (
         select from commission_payment p join commission_payment q
           on q.deal_id = p.deal_id and q.period_start = p.period_start + 1000 where p.deal_id = $1)`,
      id,
    ),
  "move the contract": (id, month) =>
    query("update deal set contract_start_date = contract_start_date + $2::int where id = $1", id, month),
  "prolong the contract": (id, _month, length) =>
    query("update deal set contract_duration_months = $2::int, amount = mrr * $2::int where id = $1", id, length),
  "take the affiliate away": (id) => query("update deal set affiliate_id = null where id = $1", id),
  "give the affiliate back": (id) =>
    query("update deal set affiliate_id = $2 where id = $1", id, affiliate.affiliateId),
  "pay nothing": (id) => query("update deal set commission_amount = 0 where id = $1", id),
  "pay something": (id) => query("update deal set commission_amount = 500 where id = $1", id),
  "change what does not matter": (id) => query("update deal set title = 'Other' where id = $1", id),
};

/** One sequence for each reason for a mark, after a run has removed the earlier marks. */
const known = (
  [
    ["pay", "move the contract", "run", "unpay past the use case"],
    ["pay", "edit", "run", "reopen"],
    ["run", "lose payments"],
    ["run", "move payments"],
    ["run", "prolong the contract"],
    ["run", "move the contract"],
    ["take the affiliate away", "lose payments", "run", "give the affiliate back"],
    ["pay nothing", "lose payments", "run", "pay something"],
    ["end", "run", "resume past the use case"],
    ["end", "run", "lose payments", "run", "resume"],
  ] as const
).map((names): [Step[]] => [names.map((name): Step => [name, 0, 3, 8])]);

describe("[COM-03] [COM-04] the deals marked as unchecked", () => {
  test("include every deal with a missing month after any change, and a run finds the same as a full one", async () => {
    const deals: string[] = [];
    for (const months of ["3", "6", "1"]) {
      deals.push((await recurringDeal(db.database, org, affiliate, { contract_duration_months: months })).id);
    }
    await oneTimeDeal(db.database, org, affiliate);
    const step = fc.tuple(
      fc.constantFrom(...Object.keys(happenings)),
      fc.nat(deals.length - 1),
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 1, max: 8 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps: Step[]) => {
        for (const [index, [name, deal, month, length]] of steps.entries()) {
          // Rejections by the domain change nothing, and neither do those by the database for an ended deal.
          await happenings[name]!(deals[deal]!, month, length).catch((error: unknown) => {
            if (!/with its deal|deal_ended_amount/.test(String(error))) expect(error, name).toBeInstanceOf(DomainError);
          });
          await expectAllFound(JSON.stringify(steps.slice(0, index + 1)));
        }
        const expected = (await missing()).reduce((sum, one) => sum + one.payments, 0);
        expect(await run()).toMatchObject({ created: expected });
        expect(await marked()).toEqual([]);
        expect(await run(true)).toMatchObject({ created: 0 });
      }),
      { numRuns: known.length + 6, examples: known, endOnFailure: true },
    );
  });

  test("lose their mark by the check, except when they change during it", async () => {
    const { id } = await recurringDeal(db.database, org, affiliate);
    expect(await marked()).toEqual([]);
    await query("delete from commission_payment");
    await query(
      "create function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(0.03); return new; end $$",
    );
    await query("create trigger slow before insert on commission_payment for each row execute function slow()");
    const running = run();
    await untilWriting(db.ownerPool, "commission_payment");
    await query("update deal set contract_duration_months = 14 where id = $1", id);
    expect(await running).toMatchObject({ created: 12 });
    expect(await marked()).toEqual([id]);
    expect(await run()).toMatchObject({ created: 2, filled: 1 });
    expect(await marked()).toEqual([]);
  });

  test("stay marked if a run fails and while the organization is paused", async () => {
    const { id } = await recurringDeal(db.database, org, affiliate);
    await query("delete from commission_payment");
    await query(
      "create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$",
    );
    await query("create trigger refuse before insert on commission_payment for each row execute function refuse()");
    await expect(run()).rejects.toThrow("refused");
    await query("drop function refuse cascade");
    await query(
      "update organization set subscription_status = null, trial_ends_at = '2026-06-01T00:00:00Z' where org_id = $1",
      org.orgId,
    );
    await expect(run()).rejects.toMatchObject({ code: "organization_paused" });
    expect(await marked()).toEqual([id]);
    await query("update organization set subscription_status = 'active' where org_id = $1", org.orgId);
    expect(await run()).toMatchObject({ created: 12 });
  });

  test("are all checked by the first run of the night and once a week, in case a mark is missing", async () => {
    await recurringDeal(db.database, org, affiliate);
    const lose = async () => {
      await query("delete from commission_payment");
      await query("delete from unchecked_deal");
      await query("delete from graphile_worker._private_jobs");
    };
    const night = async (at: string) => {
      db.at(at);
      await as((scope) => scope.enqueue("commissions.generate", {}));
      await db.runJobs();
      return (await query("select 1 from commission_payment")).length;
    };
    await lose();
    expect(await night("2026-08-02T01:15:00Z")).toBe(12);
    await lose();
    expect(await night("2026-08-03T01:15:00Z")).toBe(0);
    expect(await night("2026-08-08T01:15:00Z")).toBe(0);
    expect(await night("2026-08-09T01:15:00Z")).toBe(12);
    const full = await query("select is_full from generation_run order by started_at");
    expect(full.map((one) => (one as { is_full: boolean }).is_full)).toEqual([true, false, false, true]);
  });
});
