import { day } from "../shared/dates";
import { fromDatabase } from "../shared/money";
import type { PageCursor } from "../shared/page";
import type { Period } from "../shared/period";
import type { Scope } from "../shared/scope";
import { sql } from "../shared/sql";
import type { RowExtras, CommissionRow, ReadAs } from "./commission-row.server";
import type { TransactionFacts } from "./transaction";
import type { TransactionKind } from "./transaction";

export interface PaidFilter {
  kinds: readonly TransactionKind[];
  /** With a receipt, without one, or both (null). */
  receipt: boolean | null;
  affiliateId: string | null;
  dealId: string | null;
  /** Of the payment dates. */
  period?: Period | null;
}

interface PaidRow extends CommissionRow {
  period: string | null;
  due: string;
  payment_date: string;
}

/**
 * Hands on a page of the paid commissions, ordered by payment date and id. Deals and monthly payments, with and without
 * receipt, are each read from their own index, and no more rows than the page needs. For this the conditions, the order
 * and the limit are repeated in every branch. Postgres removes the branches that the parameters exclude. A file is read
 * as of the commissions by period.
 */
export async function readPaid<More>(
  scope: Scope,
  { kinds, receipt, affiliateId, dealId, period = null }: PaidFilter,
  { from, direction, take }: PageCursor,
  extras: RowExtras<More>,
  each: (row: TransactionFacts & More) => void,
  read: ReadAs = "page",
): Promise<void> {
  const missing = receipt === null ? [true, false] : [!receipt];
  const [deals, payments] = [kinds.includes("deal"), kinds.includes("payment")];
  const newest = direction === "desc";
  const [first, last] = [period?.from ?? null, period?.to ?? null];
  const [at, id] = [from?.key ?? null, from?.id ?? null];
  const handOn = (row: PaidRow) => each(extras.add(factsOf(row), row, scope.log));
  const ofPage = sql`
    select p.* from unnest(${missing}::boolean[]) receipt (missing) cross join lateral (
      (select 'deal' as kind, id, id as deal_id, affiliate_id, null::date as period, commission_amount as amount,
              commission_currency as currency, payment_date, receipt_url
       from deal
       where ${deals && newest}::boolean and org_id = ${scope.orgId}::uuid and commission_paid
         and (receipt_url is null) = receipt.missing
         and (${affiliateId}::uuid is null or affiliate_id = ${affiliateId}::uuid)
         and (${dealId}::uuid is null or id = ${dealId}::uuid)
         and (${first}::date is null or payment_date between ${first}::date and ${last}::date)
         and (${id}::uuid is null or (payment_date, id) < (${at}::date, ${id}::uuid))
       order by payment_date desc, id desc limit ${take})
      union all
      (select 'deal', id, id, affiliate_id, null, commission_amount, commission_currency, payment_date, receipt_url
       from deal
       where ${deals && !newest}::boolean and org_id = ${scope.orgId}::uuid and commission_paid
         and (receipt_url is null) = receipt.missing
         and (${affiliateId}::uuid is null or affiliate_id = ${affiliateId}::uuid)
         and (${dealId}::uuid is null or id = ${dealId}::uuid)
         and (${first}::date is null or payment_date between ${first}::date and ${last}::date)
         and (${id}::uuid is null or (payment_date, id) > (${at}::date, ${id}::uuid))
       order by payment_date, id limit ${take})
      union all
      (select 'payment', id, deal_id, affiliate_id, period_start, amount, currency, paid_date, receipt_url
       from commission_payment
       where ${payments && newest}::boolean and org_id = ${scope.orgId}::uuid and status = 'paid'
         and (receipt_url is null) = receipt.missing
         and (${affiliateId}::uuid is null or affiliate_id = ${affiliateId}::uuid)
         and (${dealId}::uuid is null or deal_id = ${dealId}::uuid)
         and (${first}::date is null or paid_date between ${first}::date and ${last}::date)
         and (${id}::uuid is null or (paid_date, id) < (${at}::date, ${id}::uuid))
       order by paid_date desc, id desc limit ${take})
      union all
      (select 'payment', id, deal_id, affiliate_id, period_start, amount, currency, paid_date, receipt_url
       from commission_payment
       where ${payments && !newest}::boolean and org_id = ${scope.orgId}::uuid and status = 'paid'
         and (receipt_url is null) = receipt.missing
         and (${affiliateId}::uuid is null or affiliate_id = ${affiliateId}::uuid)
         and (${dealId}::uuid is null or deal_id = ${dealId}::uuid)
         and (${first}::date is null or paid_date between ${first}::date and ${last}::date)
         and (${id}::uuid is null or (paid_date, id) > (${at}::date, ${id}::uuid))
       order by paid_date, id limit ${take})
    ) p
    order by case when ${newest}::boolean then p.payment_date end desc, case when ${newest}::boolean then p.id end desc,
             p.payment_date, p.id
    limit ${take}`;
  const ofFile = sql`
    select 'deal' as kind, id, id as deal_id, affiliate_id, null::date as period, commission_amount as amount,
           commission_currency as currency, payment_date, receipt_url
    from deal
    where ${deals}::boolean and org_id = ${scope.orgId}::uuid and commission_paid
      and (${receipt}::boolean is null or (receipt_url is not null) = ${receipt}::boolean)
      and (${affiliateId}::uuid is null or affiliate_id = ${affiliateId}::uuid)
      and (${dealId}::uuid is null or id = ${dealId}::uuid)
      and (${first}::date is null or payment_date between ${first}::date and ${last}::date)
      and (${id}::uuid is null or case when ${newest}::boolean then (payment_date, id) < (${at}::date, ${id}::uuid)
                                       else (payment_date, id) > (${at}::date, ${id}::uuid) end)
    union all
    select 'payment', id, deal_id, affiliate_id, period_start, amount, currency, paid_date, receipt_url
    from commission_payment
    where ${payments}::boolean and org_id = ${scope.orgId}::uuid and status = 'paid'
      and (${receipt}::boolean is null or (receipt_url is not null) = ${receipt}::boolean)
      and (${affiliateId}::uuid is null or affiliate_id = ${affiliateId}::uuid)
      and (${dealId}::uuid is null or deal_id = ${dealId}::uuid)
      and (${first}::date is null or paid_date between ${first}::date and ${last}::date)
      and (${id}::uuid is null or case when ${newest}::boolean then (paid_date, id) < (${at}::date, ${id}::uuid)
                                       else (paid_date, id) > (${at}::date, ${id}::uuid) end)`;
  await scope.db.$eachRow(handOn)(sql`
    select t.kind, t.id, t.affiliate_id, a.name as affiliate, d.lead_id, l.company_name as company, t.deal_id,
           d.title as deal, t.period::text, coalesce(t.period, d.close_date)::text as due, t.amount, t.currency,
           case when ${extras.trace}::boolean then d.commission_trace end as trace, t.payment_date::text, t.receipt_url
    from (${read === "file" ? ofFile : ofPage}) t
    join deal d on d.org_id = ${scope.orgId}::uuid and d.id = t.deal_id
    join lead l on l.org_id = ${scope.orgId}::uuid and l.id = d.lead_id
    left join affiliate a on a.org_id = ${scope.orgId}::uuid and a.id = t.affiliate_id
    order by case when ${newest}::boolean then t.payment_date end desc, case when ${newest}::boolean then t.id end desc,
             t.payment_date, t.id
    limit ${read === "file" ? take : null}`);
}

/** Field by field, as of the commissions. */
function factsOf(row: PaidRow): TransactionFacts {
  return {
    kind: row.kind,
    id: row.id,
    affiliateId: row.affiliate_id,
    affiliate: row.affiliate,
    leadId: row.lead_id,
    company: row.company,
    dealId: row.deal_id,
    deal: row.deal,
    period: row.period === null ? null : day(row.period),
    due: day(row.due),
    commission: { amount: fromDatabase(row.amount), currency: row.currency },
    paymentDate: day(row.payment_date),
    receiptUrl: row.receipt_url,
  };
}
