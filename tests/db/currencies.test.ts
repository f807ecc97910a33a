import { beforeEach, describe, expect, test } from "vitest";
import { createDeal } from "~/domain/deals/create-deal.server";
import { createDealSchema, editDealSchema } from "~/domain/deals/deal.schema";
import { editDeal } from "~/domain/deals/edit-deal.server";
import { editOrganizationSchema } from "~/domain/organizations/organization.schema";
import type { Scope } from "~/domain/shared/scope";
import { webhookPayload } from "~/domain/webhooks/payload.server";
import { activeAffiliate, tieredTerms, withTerms, type Affiliate } from "../factories/affiliates";
import { oneTimeDeal, submittedLead } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";
import { expectExactAggregates } from "../support/aggregates";

const db = useDatabase({ each: true });
let org: Org;
let affiliate: Affiliate;

beforeEach(async () => {
  db.at("2026-01-10T12:00:00Z");
  org = await createOrg(db.database);
  affiliate = await activeAffiliate(db.database, org);
});

const as = <T>(use: (scope: Scope) => Promise<T>) => asOwner(db.database, org, use);
const homeIs = (currency: string) =>
  db.ownerPool.query("update organization set default_currency = $1 where org_id = $2", [currency, org.orgId]);
const deal = (fields: Record<string, string>) => oneTimeDeal(db.database, org, affiliate, fields);

describe("[LEAD-06] a currency by its symbol or name is that currency", () => {
  test("[AFF-09] a deal of 6,000 € under terms in EUR reaches its tier", async () => {
    // 10 % from 0, 12 % from 10,000.00 EUR.
    await tieredTerms(db.database, org, affiliate);
    const first = await deal({ amount: "6000", currency: "€" });
    expect(first.commission.result).toEqual({ amount: 60_000, currency: "EUR" });
    const second = await deal({ amount: "6000", currency: "Euro" });
    expect(second.commission.tiered).toMatchObject({ before: 600_000, reached: 1_200_000 });
    expect(second.commission.result).toEqual({ amount: 72_000, currency: "EUR" });
    await expectExactAggregates(db.ownerPool);
  });

  test("a pasted amount may contain the symbol of its currency, and another currency is rejected by name", async () => {
    const pasted = "\u202a1.234,56\u00a0€\u202c";
    expect((await deal({ amount: pasted, currency: "EUR" })).commission).toBeDefined();
    const { rows } = await db.ownerPool.query("select amount::int, currency from deal");
    expect(rows).toEqual([{ amount: 123_456, currency: "EUR" }]);
    const fields = { title: "X", deal_type: "one-time", close_date: "2026-01-05", lead_id: org.orgId };
    const { error } = createDealSchema.safeParse({ ...fields, amount: "$1,234.56", currency: "EUR" });
    expect(error?.issues).toMatchObject([
      { path: ["amount"], message: 'amount_other_currency|{"typed":"$","currency":"EUR"}' },
    ]);
  });

  test("an ambiguous name means the organization's default currency, or is rejected as unclear", async () => {
    await expect(deal({ amount: "100", currency: "$" })).rejects.toMatchObject({
      code: "currency_unclear",
      field: "currency",
      params: { currency: "$", choices: "USD, CAD, AUD, NZD, SGD, HKD" },
    });
    await homeIs("CAD");
    await deal({ amount: "100", currency: "$" });
    await homeIs("ISK");
    await deal({ amount: "100", currency: "kr" });
    await expect(deal({ amount: "100,50", currency: "kr" })).rejects.toMatchObject({
      code: "amount_invalid_whole",
      field: "amount",
    });
    const { rows } = await db.ownerPool.query("select currency, amount from deal order by currency");
    expect(rows).toEqual([
      { currency: "CAD", amount: "10000" },
      { currency: "ISK", amount: "100" },
    ]);
  });

  test("nothing changes for a rejected deal", async () => {
    const lead_id = await submittedLead(db.database, org, affiliate);
    const form = { lead_id, title: "Deal", deal_type: "one-time", amount: "1", close_date: "2026-01-15" };
    const create = (currency: string) =>
      as((scope) => createDeal(scope, createDealSchema.parse({ ...form, currency })));
    await expect(create("kr.")).rejects.toMatchObject({ code: "currency_unclear" });
    expect((await create("SEK")).commission.base).toEqual({ amount: 100, currency: "SEK" });
  });

  test("[LEAD-10] an edit parses it the same way and keeps an unchanged value", async () => {
    await withTerms(db.database, org, affiliate, { rev_share_percent: "10" });
    const { id } = await deal({ amount: "100" });
    const edit = (fields: Record<string, string>) => {
      const form = {
        deal_id: id,
        title: "Deal",
        deal_type: "one-time",
        amount: "100",
        close_date: "2026-01-15",
      };
      return as((scope) => editDeal(scope, editDealSchema.parse({ ...form, ...fields })));
    };
    expect((await edit({ currency: "£" })).commission.result).toEqual({ amount: 1_000, currency: "GBP" });
    await expect(edit({ currency: "$" })).rejects.toMatchObject({ code: "currency_unclear" });
    await db.ownerPool.query("update deal set currency = '$'");
    expect((await edit({ currency: "$", title: "Another" })).commission.result.currency).toBe("GBP");
  });

  test("[ORG-06] an organization's default currency is parsed the same way", () => {
    const read = (currency: string) =>
      editOrganizationSchema.safeParse({
        organization_name: "Nordlicht",
        time_zone: "Europe/Berlin",
        default_currency: currency,
      });
    expect(read("€").data?.defaultCurrency).toBe("EUR");
    expect(read("Franken").data?.defaultCurrency).toBe("CHF");
    expect(read("$").error?.issues[0]?.message).toContain("currency_unclear|");
    expect(read("Punkte").error?.issues[0]?.message).toBe("default_currency_invalid");
  });
});

test("[HOOK-01] a webhook names the commission's currency, which is that of the terms for a fixed amount", async () => {
  const terms = { model: "fixed", fixed_amount: "50", currency: "CHF" };
  await withTerms(db.database, org, affiliate, terms);
  const { id, leadId } = await deal({ amount: "1000", currency: "USD" });
  const event = {
    event: "deal.created",
    timestamp: "2026-01-10T12:00:00Z",
    lead_id: leadId,
    deal_id: id,
  } as const;
  const payload = JSON.parse((await as((scope) => webhookPayload(scope, event)))!) as unknown;
  expect(payload).toMatchObject({
    deal: { amount: 1000, currency: "USD", commission_amount: 50 },
    commission_currency: "CHF",
  });
});
