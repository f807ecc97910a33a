import { markPaymentPaid } from "~/domain/commissions/pay-commissions.server";
import { beforeAll, expect, test } from "vitest";
import { listRuns } from "~/domain/commissions/list-runs.server";
import { runGeneration } from "~/domain/commissions/run-generation.server";
import { generatePayments } from "~/domain/deals/generate-payments.server";
import { reversePayment } from "~/domain/commissions/reverse-payment.server";
import { undoPayment } from "~/domain/commissions/undo-payment.server";
import { previewGeneration } from "~/domain/commissions/preview-generation.server";
import { createDeal } from "~/domain/deals/create-deal.server";
import { createDealSchemaFor, editDealSchema } from "~/domain/deals/deal.schema";
import { editDeal } from "~/domain/deals/edit-deal.server";
import { regeneratePayments } from "~/domain/deals/regenerate-payments.server";
import { claimsOfAffiliate } from "~/domain/deals/claims-of-affiliate.server";
import { endDealSchema } from "~/domain/deals/deal-end.schema";
import { endDeal } from "~/domain/deals/end-deal.server";
import { listDeals } from "~/domain/deals/list-deals.server";
import { matchDeals } from "~/domain/deals/match-deals.server";
import { noFilter } from "~/domain/leads/lead-filter";
import type { Scope } from "~/domain/shared/scope";
import { activeAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { recurringDeal, submittedLead } from "../factories/deals";
import { definedField } from "../factories/fields";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";
import { rowsRead } from "../support/rows-read";

// Of its own, because plans depend on statistics, which an emptied database keeps.
const db = useDatabase({ connections: 10 });
let org: Org;
let affiliate: Affiliate;

/** Deals of each of the two organizations, with twelve months; those of the second are paid until July. */
const DEALS = 1_500;

/** Far more than a deal's own months and their neighbors, far less than the payments of an organization. */
const FEW = 300;

beforeAll(async () => {
  db.at("2026-01-10T12:00:00Z");
  for (const last of [false, true]) {
    org = await createOrg(db.database);
    affiliate = await activeAffiliate(db.database, org);
    await withTerms(db.database, org, affiliate);
    const { id } = await recurringDeal(db.database, org, affiliate);
    await copyDeal(id);
    if (last) for (const table of ["lead", "deal", "commission_payment"]) await db.ownerPool.query(`analyze ${table}`);
  }
  db.at("2026-08-01T12:00:00Z");
  await runGeneration((use) => as(use), { full: true });
});

const as = <T>(use: (scope: Scope) => Promise<T>) => asOwner(db.database, org, use);

/** Fails if anything reads more than a few rows of a table. */
async function measure(name: string, use: (scope: Scope) => Promise<unknown>) {
  const rows = await as((scope) => rowsRead(scope, use));
  expect(
    Object.entries(rows).filter(([, count]) => count > FEW),
    name,
  ).toEqual([]);
}

/** Copies a deal with its payments without the use cases, which would take minutes for thousands. */
async function copyDeal(id: string) {
  const { rows } = await db.ownerPool.query<{ columns: string }>(
    `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
     where table_name = 'deal' and table_schema = 'public' and is_generated = 'NEVER'
       and column_name not in ('id', 'submission_id')`,
  );
  const { columns } = rows[0]!;
  await db.ownerPool.query(
    `insert into deal (id, ${columns}) select gen_random_uuid(), ${columns} from deal, generate_series(2, $1) where id = $2`,
    [DEALS, id],
  );
  await db.ownerPool.query(
    `insert into commission_payment (org_id, id, deal_id, affiliate_id, amount, currency, period_start)
     select p.org_id, gen_random_uuid(), d.id, p.affiliate_id, p.amount, p.currency, p.period_start
     from commission_payment p join deal d on d.org_id = p.org_id and d.id <> p.deal_id where p.deal_id = $1`,
    [id],
  );
  await db.ownerPool.query(
    `update commission_payment set status = 'paid', paid_date = '2026-08-01'
     where org_id = $1 and period_start < '2026-08-01'`,
    [org.orgId],
  );
}

const dueMonth = (dealId: string) => (scope: Scope) =>
  scope.db.commissionPayment.findFirstOrThrow({
    where: { dealId, status: "pending" },
    orderBy: { periodStart: "asc" },
  });

test("[LEAD-08] [COM-03] an action on one deal reads only its payments, whatever the size of the organization", async () => {
  const leadId = await submittedLead(db.database, org, affiliate);
  const fields = {
    title: "One more",
    deal_type: "recurring",
    mrr: "100",
    currency: "EUR",
    contract_duration_months: "24",
    contract_start_date: "2026-07-15",
  };
  const input = createDealSchemaFor("de").parse({ ...fields, lead_id: leadId });
  await measure("create", (scope) => createDeal(scope, input));
  const { id } = await as((scope) => scope.db.deal.findFirstOrThrow({ where: { leadId } }));
  expect(await as((scope) => scope.db.commissionPayment.count({ where: { dealId: id } }))).toBe(24);

  await measure("preview", (scope) => previewGeneration(scope, { dealId: id }));
  await measure("generate again", (scope) => generatePayments(scope, { dealId: id }));
  await measure("correct its payments", (scope) => regeneratePayments(scope, id));
  const edit = editDealSchema.parse({ ...fields, deal_id: id, contract_start_date: "2026-07-20" });
  await measure("edit", (scope) => editDeal(scope, edit));
  const pay = async (name: string) => {
    const { id: paymentId } = await as(dueMonth(id));
    await measure(name, (scope) => markPaymentPaid(scope, paymentId));
    const paid = await as((scope) => scope.db.commissionPayment.findFirstOrThrow({ where: { id: paymentId } }));
    return { id: paymentId, batchId: paid.batchId! };
  };
  const { batchId } = await pay("pay");
  await measure("undo", (scope) => undoPayment(scope, batchId));
  const paid = await pay("pay again");
  await measure("reverse", (scope) => reversePayment(scope, { kind: "payment", ...paid, reason: "twice" }));
});

test("[COM-03] [COM-04] a run and its preview read only changed deals, whatever the size of the organization", async () => {
  const preview = (scope: Scope) => previewGeneration(scope);
  await measure("a preview of nothing", preview);
  await measure("the runs so far", (scope) => listRuns(scope));
  await measure("a run that finds nothing", (scope) => runGeneration((use) => use(scope)));

  const { rows } = await db.ownerPool.query<{ deal_id: string }>(
    "delete from commission_payment where (deal_id, period_start) in " +
      "(select id, contract_start_date from deal where org_id = $1 order by id limit 3) returning deal_id",
    [org.orgId],
  );
  await measure("a preview of three", preview);
  expect(await as(preview)).toMatchObject({ created: 3, filled: 3 });
  await measure("a run that fills three", (scope) => runGeneration((use) => use(scope)));
  expect(rows).toHaveLength(3);
  expect(await as(preview)).toMatchObject({ created: 0, filled: 0 });
});

test("[LEAD-16] won deals and deals with claims are read page by page", async () => {
  const ids = (
    await as((scope) => listDeals(scope, { size: 3, order: { by: "close_date", direction: "asc" } }))
  ).rows.map(({ id }) => id);
  for (const deal_id of ids) {
    const end = { deal_id, reason: "cancelled_by_customer", day: "2026-07-01", note: "" };
    await as((scope) => endDeal(scope, endDealSchema.parse(end)));
  }
  await db.ownerPool.query("analyze deal, commission_claim");
  for (const deals of ["won", "owed_back"] as const) {
    for (const affiliateId of [null, affiliate.affiliateId]) {
      const filter = { ...noFilter, affiliate: affiliateId, deals };
      await measure(`${deals} of ${affiliateId}`, async (scope) => {
        const { rows } = await listDeals(scope, { filter, size: 10 });
        expect(rows).toHaveLength(deals === "won" ? 10 : ids.length);
      });
    }
  }
  await measure("the claims of an affiliate", (scope) => claimsOfAffiliate(scope, affiliate.affiliateId, 5));
});

test("[WORK-16] a range that no deal is in is not searched for in all of them", async () => {
  const field = await definedField(db.database, org, "Renewal", { entity: "deal", kind: "day" });
  await db.ownerPool.query(
    `insert into deal_own_value (org_id, deal_id, audience, content)
     select org_id, id, 'staff', jsonb_build_object($2::text, jsonb_build_object('day', date '2026-01-01' + (random() * 700)::int))
     from deal where org_id = $1`,
    [org.orgId, field.key],
  );
  await db.ownerPool.query("analyze deal_own_value");
  await measure("earlier renewals", async (scope) => {
    const filter = { ...noFilter, own: { own_renewal_to: "2025-12-31" } };
    const matches = await matchDeals(scope, filter);
    expect(matches?.ids).toEqual([]);
  });
});
