import { paymentState } from "../deals/plan-payments";
import { readTrace } from "../deals/stored-trace";
import { hasOneOff } from "../deals/owed-commission.server";
import { addDays, day, type Day } from "../shared/dates";
import { fromDatabase } from "../shared/money";
import type { PageCursor } from "../shared/page";
import type { Scope } from "../shared/scope";
import { allOf, joined, sql, type Sql } from "../shared/sql";
import {
  commissionKinds,
  countedDay,
  type Commission,
  type CommissionFacts,
  type CommissionKind,
  type PaymentFilter,
  type PaymentOrder,
  type PaymentTab,
} from "./commission";
import type { OwnEarning } from "./own-earning";
import type { DueWhen } from "../terms/term";

/** Which commissions, and their order. */
export interface CommissionsWanted extends PaymentFilter {
  /** "open": all that are not paid. Sorted by payment date, all are paid. */
  tab: PaymentTab | "open";
  by: PaymentOrder["by"];
  /** For paid commissions: with a receipt, without one, or both (null). */
  receipt?: boolean | null;
  /** Only the commission with this id; for a one-off commission, the id of its deal. */
  id?: string;
  /** Only those of these affiliates. */
  affiliateIds?: readonly string[] | null;
  /** Only those in this currency. */
  currency?: string | null;
  /** Only those that no payout pays. */
  free?: boolean;
}

/** "page": a few of many rows. "file": nearly all rows. */
export type ReadAs = "page" | "file";

/** A row of the statement: a monthly or one-off commission, paid or not. */
interface CommissionRow {
  kind: CommissionKind;
  id: string;
  affiliate_id: string | null;
  affiliate: string | null;
  lead_id: string;
  company: string;
  deal_id: string;
  deal: string;
  months: number | null;
  period: string;
  due: string | null;
  due_when: string;
  amount: bigint;
  currency: string;
  paid: boolean;
  paid_date: string | null;
  receipt_url: string | null;
  payout_id: string | null;
  /** Null if the list does not need it. */
  trace: unknown;
}

/** Defines what a list builds from a row. Traces are long, so a list that does not show them does not read them. */
export interface Shape<Row> {
  trace: boolean;
  of: (row: CommissionRow, today: Day, log: Scope["log"]) => Row;
}

/**
 * Copies field by field: a file has a million rows, and the rest syntax of an object takes longer than everything else.
 */
function factsOf(row: CommissionRow, today: Day): CommissionFacts {
  const [period, due] = [day(row.period), row.due === null ? null : day(row.due)];
  return {
    kind: row.kind,
    id: row.id,
    affiliateId: row.affiliate_id,
    affiliate: row.affiliate,
    leadId: row.lead_id,
    company: row.company,
    dealId: row.deal_id,
    deal: row.deal,
    period,
    due,
    dueWhen: row.due_when as DueWhen,
    amount: { amount: fromDatabase(row.amount), currency: row.currency },
    state: paymentState(row.paid, { period, due }, today),
    paidDate: row.paid_date === null ? null : day(row.paid_date),
    receiptUrl: row.receipt_url,
    payoutId: row.payout_id,
  };
}

/** Without the calculation. */
export const facts: Shape<CommissionFacts> = { trace: false, of: factsOf };

/** With the calculation. */
export const explained: Shape<Commission> = {
  trace: true,
  of(row, today, log) {
    const commission = factsOf(row, today);
    const stored = { id: row.deal_id, commissionTrace: row.trace, commission: commission.amount };
    return { ...commission, trace: readTrace(stored, log) };
  },
};

/** As shown to the affiliate who earns it. */
export const earning: Shape<OwnEarning> = {
  trace: true,
  of(row, today, log) {
    const {
      affiliateId: _,
      affiliate: _name,
      leadId: _lead,
      payoutId: _payout,
      ...commission
    } = explained.of(row, today, log);
    return { ...commission, months: row.months, day: countedDay(commission) };
  },
};

/** Where commissions of a kind are stored. */
interface Source {
  kind: Sql;
  table: Sql;
  deal: Sql;
  period: Sql;
  amount: Sql;
  currency: Sql;
  paid: Sql;
  unpaid: Sql;
  paidDate: Sql;
  /** Condition for the rows that are commissions; null for all rows. */
  only: Sql | null;
}

const sources: Record<CommissionKind, Source> = {
  deal: {
    kind: sql`'deal'`,
    table: sql`deal`,
    deal: sql`id`,
    period: sql`close_date`,
    amount: sql`commission_amount`,
    currency: sql`commission_currency`,
    paid: sql`commission_paid`,
    unpaid: sql`not commission_paid`,
    paidDate: sql`payment_date`,
    only: hasOneOff,
  },
  payment: {
    kind: sql`'payment'`,
    table: sql`commission_payment`,
    deal: sql`deal_id`,
    period: sql`period_start`,
    amount: sql`amount`,
    currency: sql`currency`,
    paid: sql`status = 'paid'`,
    unpaid: sql`status = 'pending'`,
    paidDate: sql`paid_date`,
    only: null,
  },
};

const earlier = (one: Day | null, other: Day | null) => (one && other && one > other ? other : (one ?? other));
const later = (one: Day | null, other: Day | null) => (one && other && one < other ? other : (one ?? other));

/**
 * Passes on a page of the commissions, monthly and one-off, sorted by a day and by id. Each combination of kind, state
 * and receipt is read from its own index, and only as many rows as the page needs. A file contains nearly all rows, so
 * they are joined as a whole and sorted once. The caller checks the permission.
 */
export async function readCommissions<Row>(
  scope: Scope,
  wanted: CommissionsWanted,
  { from, direction, take }: PageCursor,
  shape: Shape<Row>,
  each: (row: Row) => void,
  read: ReadAs = "page",
): Promise<void> {
  const today = await scope.today();
  const isPage = read === "page";
  const [before, way] = direction === "desc" ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`];

  /** What a search has found is read as a whole: Postgres would look for it among all rows in the order of the page. */
  const tableOf = ({ table, deal }: Source) => {
    if (!wanted.found) return table;
    const { dealIds, ids } = wanted.found;
    return sql`
      (select * from ${table}
       where org_id = ${scope.orgId}::uuid and (${deal} = any(${[...dealIds]}::uuid[]) or id = any(${[...ids]}::uuid[]))
       offset 0) found`;
  };
  const part = (source: Source, key: Sql, conditions: readonly (Sql | null)[]) => {
    const which = allOf([
      sql`org_id = ${scope.orgId}::uuid`,
      ...conditions,
      wanted.id ? sql`id = ${wanted.id}::uuid` : null,
      wanted.affiliateId ? sql`affiliate_id = ${wanted.affiliateId}::uuid` : null,
      wanted.affiliateIds ? sql`affiliate_id = any(${wanted.affiliateIds}::uuid[])` : null,
      wanted.currency ? sql`${source.currency} = ${wanted.currency}` : null,
      wanted.free ? sql`payout_id is null` : null,
      wanted.dealId ? sql`${source.deal} = ${wanted.dealId}::uuid` : null,
      from && sql`(${key}, id) ${before} (${from.key}::date, ${from.id}::uuid)`,
    ]);
    const cut = isPage ? sql`order by ${key} ${way}, id ${way} limit ${take}` : sql``;
    return sql`
      (select ${source.kind} as kind, id, ${source.deal} as deal_id, affiliate_id, ${source.period} as period,
              due_on, due_when, ${source.amount} as amount, ${source.currency} as currency, ${source.paid} as paid,
              payout_id,
              ${source.paidDate} as paid_date, receipt_url, ${key} as key
       from ${tableOf(source)} where ${which} ${cut})`;
  };
  const { receipt = null, period = null } = wanted;
  const hasBegun = wanted.tab === "due" || wanted.tab === "waiting";
  const until = earlier(hasBegun ? today : null, period && period.to);
  const since = later(wanted.tab === "planned" ? addDays(today, 1) : null, period && period.from);
  const within = (key: Sql) => [until && sql`${key} <= ${until}::date`, since && sql`${key} >= ${since}::date`];
  const byDue = (source: Source, paid: Sql | null) =>
    part(source, sql`due_on`, [source.only, paid, sql`due_on is not null`, ...within(sql`due_on`)]);
  /** What waits for the customer, by its period. */
  const waiting = (source: Source) =>
    part(source, source.period, [source.only, sql`due_on is null`, ...within(source.period)]);
  const missing = receipt === null ? [true, false] : [!receipt];
  const byPaidDate = (source: Source) => {
    const ofPeriod = period && sql`${source.paidDate} between ${period.from}::date and ${period.to}::date`;
    // Not with a constant: Postgres turns "(receipt_url is null) = false" into "is not null", which no index supports.
    const ofReceipt = sql`(receipt_url is null) = receipt.missing`;
    const paid = part(source, source.paidDate, [source.paid, isPage || receipt !== null ? ofReceipt : null, ofPeriod]);
    if (!isPage && receipt === null) return paid;
    return sql`(select p.* from unnest(${missing}::boolean[]) receipt (missing) cross join lateral ${paid} p)`;
  };
  const unpaid = (source: Source) => [
    ...(wanted.tab === "waiting" ? [] : [byDue(source, source.unpaid)]),
    ...(wanted.tab === "due" ? [] : [waiting(source)]),
  ];
  const partsOf: Record<PaymentOrder["by"], (source: Source) => Sql[]> = {
    period: (source) => {
      if (wanted.tab === "paid") return [byDue(source, source.paid)];
      if (wanted.tab !== "all") return unpaid(source);
      return isPage ? [...unpaid(source), byDue(source, source.paid)] : [byDue(source, null), waiting(source)];
    },
    paid_date: (source) => [byPaidDate(source)],
    day: (source) => [...unpaid(source), ...partsOf.paid_date(source)],
  };
  const kinds = wanted.kind ? [wanted.kind] : commissionKinds;
  const parts = joined(
    kinds.flatMap((kind) => partsOf[wanted.by](sources[kind])),
    sql` union all `,
  );
  const chosen = isPage ? sql`select * from (${parts}) p order by key ${way}, id ${way} limit ${take}` : parts;

  await scope.db.$eachRow((row: CommissionRow) => each(shape.of(row, today, scope.log)))(sql`
    select t.kind, t.id, t.affiliate_id, a.name as affiliate, d.lead_id, l.company_name as company, t.deal_id,
           d.title as deal, d.contract_duration_months as months, t.period::text as period,
           t.due_on::text as due, t.due_when, t.amount, t.currency,
           ${shape.trace ? sql`d.commission_trace` : sql`null`} as trace, t.paid, t.paid_date::text as paid_date,
           t.receipt_url, t.payout_id
    from (${chosen}) t
    join deal d on d.org_id = ${scope.orgId}::uuid and d.id = t.deal_id
    join lead l on l.org_id = ${scope.orgId}::uuid and l.id = d.lead_id
    left join affiliate a on a.org_id = ${scope.orgId}::uuid and a.id = t.affiliate_id
    order by t.key ${way}, t.id ${way} ${isPage ? sql`` : sql`limit ${take}`}`);
}
