import { addDays, day, type Day } from "../shared/dates";
import { fromDatabase } from "../shared/money";
import type { PageCursor } from "../shared/page";
import type { Scope } from "../shared/scope";
import { sql } from "../shared/sql";
import type { RowExtras, CommissionRow, ReadAs } from "../transactions/commission-row.server";
import { transactionKinds } from "../transactions/transaction";
import { paymentState, type PaymentFacts, type PaymentFilter, type PaymentTab } from "./payment";

interface PaymentRow extends CommissionRow {
  period: string;
  paid: boolean;
  paid_date: string | null;
}

const earliest = (one: Day | null, other: Day | null) => (one && other ? (one < other ? one : other) : (one ?? other));
const latestOf = (one: Day | null, other: Day | null) => (one && other ? (one > other ? one : other) : (one ?? other));

/**
 * Hands on a page of a tab's payments, of a period those that fall due in it, ordered by the day they fall due and by
 * id. Monthly payments and one-off commissions, paid and open ones, are each read from their own index, and no more
 * rows than the page needs. For this the conditions, the order and the limit are repeated in every branch. Postgres
 * removes the branches that the parameters exclude. What a file has at once is nearly all there is: it is joined as a
 * whole, and put in order once.
 */
export async function readByPeriod<More>(
  scope: Scope,
  { tab, kind, affiliateId = null, dealId = null, period: due = null }: PaymentFilter & { tab: PaymentTab | "open" },
  { from, direction, take }: PageCursor,
  extras: RowExtras<More>,
  each: (row: PaymentFacts & More) => void,
  read: ReadAs = "page",
): Promise<void> {
  const today = await scope.today();
  const paid = { due: [false], planned: [false], open: [false], paid: [true], all: [false, true] }[tab];
  const kinds = kind ? [kind] : transactionKinds;
  const [deals, payments] = [kinds.includes("deal"), kinds.includes("payment")];
  const until = earliest(tab === "due" ? today : null, due && due.to);
  const since = latestOf(tab === "planned" ? addDays(today, 1) : null, due && due.from);
  const latest = direction === "desc";
  const [at, id] = [from?.key ?? null, from?.id ?? null];
  const handOn = (row: PaymentRow) => each(extras.add(factsOf(row, today), row, scope.log));
  const ofPage = sql`
    select p.* from unnest(${paid}::boolean[]) wanted (paid) cross join lateral (
      (select 'payment' as kind, id, deal_id, affiliate_id, period_start as period, amount, currency, wanted.paid,
              paid_date, receipt_url
       from commission_payment
       where ${payments && latest}::boolean and org_id = ${scope.orgId}::uuid
         and status = case when wanted.paid then 'paid' else 'pending' end
         and (${affiliateId}::uuid is null or affiliate_id = ${affiliateId}::uuid)
         and (${dealId}::uuid is null or deal_id = ${dealId}::uuid)
         and (${until}::date is null or period_start <= ${until}::date)
         and (${since}::date is null or period_start >= ${since}::date)
         and (${id}::uuid is null or (period_start, id) < (${at}::date, ${id}::uuid))
       order by period_start desc, id desc limit ${take})
      union all
      (select 'payment', id, deal_id, affiliate_id, period_start, amount, currency, wanted.paid, paid_date, receipt_url
       from commission_payment
       where ${payments && !latest}::boolean and org_id = ${scope.orgId}::uuid
         and status = case when wanted.paid then 'paid' else 'pending' end
         and (${affiliateId}::uuid is null or affiliate_id = ${affiliateId}::uuid)
         and (${dealId}::uuid is null or deal_id = ${dealId}::uuid)
         and (${until}::date is null or period_start <= ${until}::date)
         and (${since}::date is null or period_start >= ${since}::date)
         and (${id}::uuid is null or (period_start, id) > (${at}::date, ${id}::uuid))
       order by period_start, id limit ${take})
      union all
      (select 'deal', id, id, affiliate_id, close_date, commission_amount, commission_currency, wanted.paid,
              payment_date, receipt_url
       from deal
       where ${deals && latest}::boolean and org_id = ${scope.orgId}::uuid
         and deal_type = 'one-time' and (commission_paid or commission_amount > 0 and not commission_ended) and commission_paid = wanted.paid
         and (${affiliateId}::uuid is null or affiliate_id = ${affiliateId}::uuid)
         and (${dealId}::uuid is null or id = ${dealId}::uuid)
         and (${until}::date is null or close_date <= ${until}::date)
         and (${since}::date is null or close_date >= ${since}::date)
         and (${id}::uuid is null or (close_date, id) < (${at}::date, ${id}::uuid))
       order by close_date desc, id desc limit ${take})
      union all
      (select 'deal', id, id, affiliate_id, close_date, commission_amount, commission_currency, wanted.paid,
              payment_date, receipt_url
       from deal
       where ${deals && !latest}::boolean and org_id = ${scope.orgId}::uuid
         and deal_type = 'one-time' and (commission_paid or commission_amount > 0 and not commission_ended) and commission_paid = wanted.paid
         and (${affiliateId}::uuid is null or affiliate_id = ${affiliateId}::uuid)
         and (${dealId}::uuid is null or id = ${dealId}::uuid)
         and (${until}::date is null or close_date <= ${until}::date)
         and (${since}::date is null or close_date >= ${since}::date)
         and (${id}::uuid is null or (close_date, id) > (${at}::date, ${id}::uuid))
       order by close_date, id limit ${take})
    ) p
    order by case when ${latest}::boolean then p.period end desc, case when ${latest}::boolean then p.id end desc,
             p.period, p.id
    limit ${take}`;
  const ofFile = sql`
    select 'payment' as kind, id, deal_id, affiliate_id, period_start as period, amount, currency, status = 'paid' as paid,
           paid_date, receipt_url
    from commission_payment
    where ${payments}::boolean and org_id = ${scope.orgId}::uuid
      and status = any(${paid.map((is) => (is ? "paid" : "pending"))}::text[])
      and (${affiliateId}::uuid is null or affiliate_id = ${affiliateId}::uuid)
      and (${dealId}::uuid is null or deal_id = ${dealId}::uuid)
      and (${until}::date is null or period_start <= ${until}::date)
      and (${since}::date is null or period_start >= ${since}::date)
      and (${id}::uuid is null or case when ${latest}::boolean then (period_start, id) < (${at}::date, ${id}::uuid)
                                       else (period_start, id) > (${at}::date, ${id}::uuid) end)
    union all
    select 'deal', id, id, affiliate_id, close_date, commission_amount, commission_currency, commission_paid,
           payment_date, receipt_url
    from deal
    where ${deals}::boolean and org_id = ${scope.orgId}::uuid
      and deal_type = 'one-time' and (commission_paid or commission_amount > 0 and not commission_ended) and commission_paid = any(${paid}::boolean[])
      and (${affiliateId}::uuid is null or affiliate_id = ${affiliateId}::uuid)
      and (${dealId}::uuid is null or id = ${dealId}::uuid)
      and (${until}::date is null or close_date <= ${until}::date)
      and (${since}::date is null or close_date >= ${since}::date)
      and (${id}::uuid is null or case when ${latest}::boolean then (close_date, id) < (${at}::date, ${id}::uuid)
                                       else (close_date, id) > (${at}::date, ${id}::uuid) end)`;
  await scope.db.$eachRow(handOn)(sql`
    select t.kind, t.id, t.affiliate_id, a.name as affiliate, d.lead_id, l.company_name as company, t.deal_id,
           d.title as deal, t.period::text as period, t.amount, t.currency,
           case when ${extras.trace}::boolean then d.commission_trace end as trace, t.paid,
           t.paid_date::text, t.receipt_url
    from (${read === "file" ? ofFile : ofPage}) t
    join deal d on d.org_id = ${scope.orgId}::uuid and d.id = t.deal_id
    join lead l on l.org_id = ${scope.orgId}::uuid and l.id = d.lead_id
    left join affiliate a on a.org_id = ${scope.orgId}::uuid and a.id = t.affiliate_id
    order by case when ${latest}::boolean then t.period end desc, case when ${latest}::boolean then t.id end desc,
             t.period, t.id
    limit ${read === "file" ? take : null}`);
}

/** Field by field: files have a million rows, and copying what is left of an object takes longer than all the rest. */
function factsOf(row: PaymentRow, today: Day): PaymentFacts {
  const period = day(row.period);
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
    amount: { amount: fromDatabase(row.amount), currency: row.currency },
    state: paymentState(row.paid, period, today),
    paidDate: row.paid_date === null ? null : day(row.paid_date),
    receiptUrl: row.receipt_url,
  };
}
