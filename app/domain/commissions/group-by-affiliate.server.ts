import { aggregatesOfKind } from "../shared/aggregates.server";
import { addDays } from "../shared/dates";
import { compareNames } from "../shared/order";
import { fromDatabase, sumByCurrency, type Money } from "../shared/money";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { sql, type Sql } from "../shared/sql";
import type { FoundCommissions, PaymentFilter, PaymentTab, ReceiptFilter } from "./commission";
import { sumsOfDeals } from "./sums-of-deals.server";

/** The commissions of one affiliate. */
export interface AffiliateGroup {
  affiliateId: string;
  name: string;
  count: number;
  /** One sum per currency. */
  amounts: Money[];
}

export interface AffiliateGroups {
  rows: AffiliateGroup[];
  /** Whether other affiliates have some too. */
  more: boolean;
}

/** Limit for the listed affiliates. */
export const MAX_GROUPS = 200;

export interface GroupQuery extends Omit<PaymentFilter, "dealId"> {
  tab: PaymentTab;
  /** For paid commissions: with a receipt, without one, or both. */
  receipt?: ReceiptFilter;
}

/**
 * Returns the commissions of a tab by affiliate, in the order of their names, with exact counts and sums of all pages.
 * They come
 * from the aggregates; with a search, or paid in a period, from the rows that match. Throws `forbidden`.
 */
export async function groupByAffiliate(scope: Scope, wanted: GroupQuery): Promise<AffiliateGroups> {
  requireStaff(scope);
  const rows = wanted.found ? await ofFound(scope, wanted.found, wanted) : await ofAll(scope, wanted);
  const groups = new Map<string, AffiliateGroup>();
  for (const { affiliateId, name, count, ...money } of rows) {
    const found = groups.get(affiliateId) ?? { affiliateId, name, count: 0, amounts: [] };
    found.count += count;
    found.amounts = sumByCurrency([...found.amounts, money]);
    groups.set(affiliateId, found);
  }
  const sorted = [...groups.values()].sort((a, b) => compareNames(a.name, b.name));
  return { rows: sorted.slice(0, MAX_GROUPS), more: sorted.length > MAX_GROUPS };
}

interface GroupRow extends Money {
  affiliateId: string;
  name: string;
  count: number;
}

async function ofFound(scope: Scope, found: FoundCommissions, wanted: GroupQuery): Promise<GroupRow[]> {
  const { tab, receipt = "all" } = wanted;
  const sums = (await sumsOfDeals(scope, found, wanted)).flatMap(({ affiliateId, ...sum }) =>
    affiliateId &&
    (tab === "all" || sum.state === tab) &&
    (receipt === "all" || sum.hasReceipt === (receipt === "with"))
      ? [{ ...sum, affiliateId }]
      : [],
  );
  const names = await scope.db.affiliate.findMany({
    where: { id: { in: [...new Set(sums.map(({ affiliateId }) => affiliateId))] } },
    select: { id: true, name: true },
  });
  const nameOf = new Map(names.map(({ id, name }) => [id, name]));
  return sums.map(({ affiliateId, count, amount, currency }) => ({
    affiliateId,
    name: nameOf.get(affiliateId) ?? "",
    count,
    amount,
    currency,
  }));
}

/** Open commissions, and paid ones without a period, from the aggregates; paid ones of a period from its rows. */
async function ofAll(scope: Scope, { tab, receipt = "all", kind, affiliateId = null, period = null }: GroupQuery) {
  const today = await scope.today();
  const open = {
    due: ["open", "pending"],
    waiting: ["waiting"],
    planned: ["open", "pending", "waiting"],
    paid: [],
    all: ["open", "pending", "waiting"],
  }[tab];
  const paid = tab !== "paid" && tab !== "all" ? [] : receiptStates[receipt];
  const since = tab === "planned" ? addDays(today, 1) : null;
  const until = tab === "due" || tab === "waiting" ? today : null;
  const [from, to] = [period?.from ?? null, period?.to ?? null];
  const isOf = (column: Sql) => sql`case when ${affiliateId}::uuid is null then ${column} is not null
    else ${column} = ${affiliateId}::uuid end`;
  const missing = receiptMissing[receipt];
  const rows = await scope.db.$queryRaw<
    { id: string; name: string; currency: string; count: number; amount: string }[]
  >(sql`
    select a.id, a.name, t.currency, sum(t.count)::int as count, sum(t.amount)::text as amount
    from (
      select g.affiliate_id, g.currency, g.count, g.amount
      from aggregate g
      where g.org_id = ${scope.orgId}::uuid and g.kind = any(${[...aggregatesOfKind[kind ?? "both"]]}::text[])
        and g.state = any(${[...open, ...(period ? [] : paid)]}::text[]) and ${isOf(sql`g.affiliate_id`)}
        and (${since}::date is null or g.day >= ${since}::date) and (${until}::date is null or g.day <= ${until}::date)
        and (${from}::date is null or g.day between ${from}::date and ${to}::date)
      union all
      select p.affiliate_id, p.currency, 1, p.amount
      from unnest(${missing}::boolean[]) receipt (missing) join commission_payment p
        on p.org_id = ${scope.orgId}::uuid and p.status = 'paid' and (p.receipt_url is null) = receipt.missing
        and p.paid_date between ${from}::date and ${to}::date and ${isOf(sql`p.affiliate_id`)}
      where ${period !== null && paid.length > 0 && kind !== "deal"}::boolean
      union all
      select d.affiliate_id, d.commission_currency, 1, d.commission_amount
      from unnest(${missing}::boolean[]) receipt (missing) join deal d
        on d.org_id = ${scope.orgId}::uuid and d.deal_type = 'one-time' and d.commission_paid
        and (d.receipt_url is null) = receipt.missing
        and d.payment_date between ${from}::date and ${to}::date and ${isOf(sql`d.affiliate_id`)}
      where ${period !== null && paid.length > 0 && kind !== "payment"}::boolean
    ) t
    join affiliate a on a.org_id = ${scope.orgId}::uuid and a.id = t.affiliate_id
    group by 1, 2, 3 having sum(t.count) <> 0`);
  return rows.map(({ id, amount, ...row }) => ({ ...row, affiliateId: id, amount: fromDatabase(BigInt(amount)) }));
}

const receiptStates: Record<ReceiptFilter, string[]> = {
  all: ["paid", "receipt"],
  with: ["receipt"],
  without: ["paid"],
};
const receiptMissing: Record<ReceiptFilter, boolean[]> = { all: [true, false], with: [false], without: [true] };
