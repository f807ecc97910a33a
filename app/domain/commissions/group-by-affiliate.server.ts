import { aggregatesOfKind } from "../shared/aggregates.server";
import type { Day } from "../shared/dates";
import { compareNames } from "../shared/order";
import { fromDatabase, sumByCurrency, type Money } from "../shared/money";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { allOf, joined, sql, type Sql } from "../shared/sql";
import { paidAggregates, unpaidAggregates } from "../shared/commission-aggregates";
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
 * They come from the aggregates; with a search, or paid in a period, from the rows that match. Throws `forbidden`.
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
async function ofAll(scope: Scope, wanted: GroupQuery): Promise<GroupRow[]> {
  const today = await scope.today();
  const { tab } = wanted;
  const parts = [
    ...(tab === "paid" ? [] : [unpaidOf(scope, today, { ...wanted, tab })]),
    ...(tab === "paid" || tab === "all" ? paidOf(scope, wanted) : []),
  ];
  const rows = await scope.db.$queryRaw<
    { id: string; name: string; currency: string; count: number; amount: string }[]
  >(sql`
    select a.id, a.name, t.currency, sum(t.count)::int as count, sum(t.amount)::text as amount
    from (${joined(parts, sql` union all `)}) t (affiliate_id, currency, count, amount)
    join affiliate a on a.org_id = ${scope.orgId}::uuid and a.id = t.affiliate_id
    group by 1, 2, 3 having sum(t.count) <> 0`);
  return rows.map(({ id, amount, ...row }) => ({ ...row, affiliateId: id, amount: fromDatabase(BigInt(amount)) }));
}

const isOf = (affiliateId: string | null = null) =>
  affiliateId === null ? sql`affiliate_id is not null` : sql`affiliate_id = ${affiliateId}::uuid`;

/** Of one kind or of a period, unpaid commissions are only summed by day. */
function unpaidOf(scope: Scope, today: Day, wanted: GroupQuery & { tab: Exclude<PaymentTab, "paid"> }): Sql {
  const { kind, period, affiliateId } = wanted;
  const of = isOf(affiliateId);
  const days = sql`
    select affiliate_id, currency, case state when 'waiting' then 'waiting' else 'open' end as state, count, amount,
           case when day > ${today}::date then count else 0 end as later_count,
           case when day > ${today}::date then amount else 0 end as later_amount
    from aggregate
    where ${allOf([
      sql`org_id = ${scope.orgId}::uuid`,
      of,
      sql`kind = any(${[...aggregatesOfKind[kind ?? "both"]]}::text[]) and state in ('open', 'pending', 'waiting')`,
      period ? sql`day between ${period.from}::date and ${period.to}::date` : null,
    ])}`;
  const source = kind || period ? days : unpaidAggregates({ orgId: scope.orgId, today, of });
  const { figures, states } = unpaidIn[wanted.tab];
  return sql`select affiliate_id, currency, ${figures} from (${source}) unpaid where ${states}`;
}

const begun = sql`count - later_count, amount - later_amount`;
const unpaidIn: Record<Exclude<PaymentTab, "paid">, { figures: Sql; states: Sql }> = {
  due: { figures: begun, states: sql`state = 'open'` },
  waiting: { figures: begun, states: sql`state = 'waiting'` },
  planned: { figures: sql`later_count, later_amount`, states: sql`true` },
  all: { figures: sql`count, amount`, states: sql`true` },
};

function paidOf(scope: Scope, wanted: GroupQuery): Sql[] {
  const { kind, period, receipt = "all", affiliateId } = wanted;
  const of = isOf(affiliateId);
  const kinds = aggregatesOfKind[kind ?? "both"];
  if (!period) return [paidAggregates({ orgId: scope.orgId, of, kinds, states: receiptStates[receipt] })];
  const missing = sql`unnest(${receiptMissing[receipt]}::boolean[]) receipt (missing)`;
  const monthly = sql`
    select affiliate_id, currency, 1, amount
    from ${missing} join commission_payment
      on org_id = ${scope.orgId}::uuid and ${of} and status = 'paid' and (receipt_url is null) = receipt.missing
      and paid_date between ${period.from}::date and ${period.to}::date`;
  const oneOff = sql`
    select affiliate_id, commission_currency, 1, commission_amount
    from ${missing} join deal
      on org_id = ${scope.orgId}::uuid and ${of} and deal_type = 'one-time' and commission_paid
      and (receipt_url is null) = receipt.missing
      and payment_date between ${period.from}::date and ${period.to}::date`;
  return [...(kind === "deal" ? [] : [monthly]), ...(kind === "payment" ? [] : [oneOff])];
}

const receiptStates: Record<ReceiptFilter, ("paid" | "receipt")[]> = {
  all: ["paid", "receipt"],
  with: ["receipt"],
  without: ["paid"],
};
const receiptMissing: Record<ReceiptFilter, boolean[]> = { all: [true, false], with: [false], without: [true] };
