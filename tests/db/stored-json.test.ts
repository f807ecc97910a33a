import { markDealPaid } from "~/domain/commissions/pay-commissions.server";
import { beforeEach, describe, expect, test } from "vitest";
import { listAudit } from "~/domain/audit/list-audit.server";
import { listPayments } from "~/domain/commissions/list-payments.server";
import { editDealSchema } from "~/domain/deals/deal.schema";
import { editDeal } from "~/domain/deals/edit-deal.server";
import { listDeals } from "~/domain/deals/list-deals.server";
import { listOwnDeals } from "~/domain/deals/list-own-deals.server";
import { readDeal } from "~/domain/deals/read-deal.server";
import { readLeadHistory } from "~/domain/leads/read-lead-history.server";
import type { Scope } from "~/domain/shared/scope";
import { listTransactions } from "~/domain/commissions/list-transactions.server";
import { activeAffiliate, asAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { oneTimeDeal } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";

// Another version of the app, or a manual change, may have stored JSON that this version cannot read.

const db = useDatabase({ each: true });
let org: Org;
let affiliate: Affiliate;
let whole: { id: string; leadId: string };
let broken: { id: string; leadId: string };

beforeEach(async () => {
  db.at("2026-03-01T10:00:00Z");
  org = await createOrg(db.database);
  affiliate = await activeAffiliate(db.database, org);
  await withTerms(db.database, org, affiliate);
  whole = await oneTimeDeal(db.database, org, affiliate, { title: "Whole" });
  broken = await oneTimeDeal(db.database, org, affiliate, { title: "Broken" });
});

const as = <T>(use: (scope: Scope) => Promise<T>) => asOwner(db.database, org, use);
const breakTrace = () =>
  db.ownerPool.query(`update deal set commission_trace = '{"rule": "moon"}' where id = $1`, [broken.id]);

describe("[COM-07] an unreadable stored trace", () => {
  const unknown = { trace: { rule: "unknown", result: { amount: 10_000, currency: "EUR" } } };
  const known = { trace: { rule: "percentage", result: { amount: 10_000, currency: "EUR" } } };

  test("keeps every list working and is shown as unknown, with the commission's amount", async () => {
    await breakTrace();
    const own = asAffiliate(db.database, org, affiliate, (scope) => listOwnDeals(scope, null));
    const deals = await as((scope) => listDeals(scope));
    const payments = await as((scope) => listPayments(scope, "all"));
    const paid = await as(async (scope) => {
      for (const { id } of [whole, broken]) await markDealPaid(scope, id);
      return listTransactions(scope, "all");
    });
    for (const { rows } of [deals, await own, payments, paid] as { rows: { id: string }[] }[]) {
      const rule = (id: string) => rows.find((row) => row.id === id);
      expect(rule(broken.id)).toMatchObject(unknown);
      expect(rule(whole.id)).toMatchObject(known);
    }
    expect(await as((scope) => readDeal(scope, broken.id))).toMatchObject(unknown);
  });

  test("stays stored when the deal's title is changed", async () => {
    await breakTrace();
    const fields = { deal_type: "one-time", title: "New title", amount: "1000", close_date: "2026-03-01" };
    await as((scope) => editDeal(scope, editDealSchema.parse({ ...fields, deal_id: broken.id })));
    const { rows } = await db.ownerPool.query(
      "select title, commission_trace as trace, commission_amount as amount from deal where id = $1",
      [broken.id],
    );
    expect(rows).toEqual([{ title: "New title", trace: { rule: "moon" }, amount: "10000" }]);
  });
});

test.each(["[1, 2]", '{"amount": 0.5, "currency": "EUR"}', '{"amounts": [null]}', '{"period": "soon"}'])(
  "[OPS-06] an audit entry with the details %s is listed without them",
  async (data) => {
    await db.ownerPool.query(
      `insert into audit_log (org_id, id, actor, action, entity, entity_id, data)
       values ($1, gen_random_uuid(), 'operator', 'lead.edit', 'lead', $2, $3)`,
      [org.orgId, whole.leadId, data],
    );
    const { rows } = await as((scope) => listAudit(scope, {}));
    expect(rows.find(({ action }) => action === "lead.edit")?.data).toEqual({ unreadable: true });
    expect(rows.find(({ action }) => action === "deal.create")?.data).toMatchObject({ amount: 100_000 });
    const history = await as((scope) => readLeadHistory(scope, whole.leadId));
    expect(history.map(({ kind }) => kind)).toContain("won");
    expect(history.find(({ kind }) => kind === "edited")?.data).toEqual({ unreadable: true });
  },
);

test("[NOT-01] an unreadable notification is not emailed, and the others are", async () => {
  await db.ownerPool.query(`update notification set params = '{"company": 7}' where params ->> 'deal' = 'Broken'`);
  await db.runJobs();
  expect(db.mails.filter(({ text }) => text.includes("Whole"))).toHaveLength(1);
  expect(db.mails.filter(({ text }) => text.includes("Broken"))).toEqual([]);
  expect(await db.jobs("mail.notification")).toEqual([]);
});
