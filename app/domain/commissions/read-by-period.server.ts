import type { CommissionTrace } from "../deals/pricing";
import { day } from "../shared/dates";
import { fromDatabase } from "../shared/money";
import type { Keyset } from "../shared/page";
import type { Scope } from "../shared/scope";
import { paymentState, type PaymentTab, type PaymentView } from "./payment";

interface PaymentRow {
  id: string;
  affiliate_id: string;
  affiliate: string;
  lead_id: string;
  company: string;
  deal_id: string;
  deal: string;
  period: string;
  amount: bigint;
  currency: string;
  trace: CommissionTrace;
  status: string;
  paid_date: string | null;
  receipt_url: string | null;
}

/**
 * Reads a part of a tab's monthly payments, ordered by the day their month begins and by id: of each status from its index,
 * and no more rows than are asked for. The branch of the other direction is gone once the parameters are known.
 */
export async function readByPeriod(
  scope: Scope,
  { tab, affiliateId }: { tab: PaymentTab; affiliateId: string | null },
  { place, direction, take }: Keyset,
): Promise<PaymentView[]> {
  const today = await scope.today();
  const statuses = { due: ["pending"], planned: ["pending"], paid: ["paid"], all: ["pending", "paid"] }[tab];
  const until = tab === "due" ? today : null;
  const after = tab === "planned" ? today : null;
  const latest = direction === "desc";
  const [at, id] = [place?.key ?? null, place?.id ?? null];
  const rows = await scope.db.$queryRaw<PaymentRow[]>`
    select t.id, t.affiliate_id, a.name as affiliate, d.lead_id, l.company_name as company, t.deal_id, d.title as deal,
           t.period_start::text as period, t.amount, t.currency, d.commission_trace as trace, t.status, t.paid_date::text, t.receipt_url
    from (
      select p.* from unnest(${statuses}::text[]) wanted (status) cross join lateral (
        (select id, deal_id, affiliate_id, period_start, amount, currency, status, paid_date, receipt_url
         from commission_payment
         where ${latest}::boolean and org_id = ${scope.orgId}::uuid and status = wanted.status
           and (${affiliateId}::uuid is null or affiliate_id = ${affiliateId}::uuid)
           and (${until}::date is null or period_start <= ${until}::date)
           and (${after}::date is null or period_start > ${after}::date)
           and (${id}::uuid is null or (period_start, id) < (${at}::date, ${id}::uuid))
         order by period_start desc, id desc limit ${take})
        union all
        (select id, deal_id, affiliate_id, period_start, amount, currency, status, paid_date, receipt_url
         from commission_payment
         where ${!latest}::boolean and org_id = ${scope.orgId}::uuid and status = wanted.status
           and (${affiliateId}::uuid is null or affiliate_id = ${affiliateId}::uuid)
           and (${until}::date is null or period_start <= ${until}::date)
           and (${after}::date is null or period_start > ${after}::date)
           and (${id}::uuid is null or (period_start, id) > (${at}::date, ${id}::uuid))
         order by period_start, id limit ${take})
      ) p
      order by case when ${latest}::boolean then p.period_start end desc, case when ${latest}::boolean then p.id end desc,
               p.period_start, p.id
      limit ${take}
    ) t
    join deal d on d.org_id = ${scope.orgId}::uuid and d.id = t.deal_id
    join lead l on l.org_id = ${scope.orgId}::uuid and l.id = d.lead_id
    join affiliate a on a.org_id = ${scope.orgId}::uuid and a.id = t.affiliate_id
    order by case when ${latest}::boolean then t.period_start end desc, case when ${latest}::boolean then t.id end desc,
             t.period_start, t.id`;
  return rows.map((row) => {
    const period = day(row.period);
    return {
      id: row.id,
      affiliateId: row.affiliate_id,
      affiliate: row.affiliate,
      leadId: row.lead_id,
      company: row.company,
      dealId: row.deal_id,
      deal: row.deal,
      period,
      amount: { amount: fromDatabase(row.amount), currency: row.currency },
      trace: row.trace,
      state: paymentState(row.status, period, today),
      paidDate: row.paid_date === null ? null : day(row.paid_date),
      receiptUrl: row.receipt_url,
    };
  });
}
