import { paymentState } from "./plan-payments";
import { paymentProgressOf, type PaymentProgress } from "./payment-progress.server";
import { runQueries, query } from "../shared/query-together.server";
import { day, type Day } from "../shared/dates";
import { fromDatabase } from "../shared/money";
import type { Scope } from "../shared/scope";
import type { DealView } from "./deal-view";
import type { EndReason } from "./deal-end";
import { paysOnce } from "./owed-commission.server";
import { readTrace } from "./stored-trace";

/** A row of the query of {@link dealViews}. Amounts are strings, because JSON numbers would lose digits. */
interface Row extends Pick<
  DealView,
  | "id"
  | "title"
  | "type"
  | "leadId"
  | "company"
  | "affiliateId"
  | "affiliate"
  | "months"
  | "paid"
  | "paymentDate"
  | "receiptUrl"
  | "closeDate"
  | "due"
> {
  amount: string;
  currency: string;
  mrr: string | null;
  commission: string;
  commission_currency: string;
  trace: unknown;
  commission_ended: boolean;
  ended_on: string | null;
  end_reason: string | null;
  end_note: string | null;
  ended_amount: string | null;
  owed_back: { amount: string; currency: string }[] | null;
}

/**
 * Reads these deals of the organization as staff see them, in this order. Staff only; the caller checks the permission.
 */
export async function dealViews(scope: Scope, ids: readonly string[]): Promise<DealView[]> {
  if (ids.length === 0) return [];
  const today = await scope.today();
  // Look up each deal by id. Postgres cannot estimate the number of ids and might read the whole table.
  const { rows, progress } = await runQueries(scope, {
    rows: query((found: Row[]) => found)`
      select d.id, d.title, d.deal_type as type, d.lead_id as "leadId", l.company_name as company,
             d.affiliate_id as "affiliateId", a.name as affiliate, d.amount::text as amount, d.currency,
             d.mrr::text as mrr, d.contract_duration_months as months, d.commission_amount::text as commission,
             d.commission_currency, d.commission_trace as trace, d.commission_paid as paid,
             d.payment_date::text as "paymentDate", d.receipt_url as "receiptUrl", d.close_date::text as "closeDate",
             d.due_on::text as due,
             d.commission_ended, d.ended_on::text, d.end_reason, d.end_note, d.ended_amount::text,
             case when d.ended_on is not null then (
               select json_agg(c) from (
                 select sum(amount - settled_amount)::text as amount, currency from commission_claim
                 where org_id = ${scope.orgId}::uuid and deal_id = chosen.id and is_open group by currency order by currency
               ) c) end as owed_back
      from unnest(${[...ids]}::uuid[]) with ordinality as chosen (id, position)
      cross join lateral (
        select * from deal where org_id = ${scope.orgId}::uuid and id = chosen.id limit 1
      ) d
      join lead l on l.org_id = ${scope.orgId}::uuid and l.id = d.lead_id
      left join affiliate a on a.org_id = ${scope.orgId}::uuid and a.id = d.affiliate_id
      order by chosen.position`,
    progress: paymentProgressOf(scope, ids, today),
  });
  return rows.map((row) => viewOf(row, progress.get(row.id) ?? null, today, scope.log));
}

function viewOf(row: Row, progress: PaymentProgress | null, today: Day, log: Scope["log"]): DealView {
  const { currency, commission_currency, trace, mrr, commission_ended, ...others } = row;
  const { ended_on, end_reason, end_note, ended_amount, owed_back, ...deal } = others;
  const commission = { amount: fromDatabase(BigInt(row.commission)), currency: commission_currency };
  const isOneOff = paysOnce({ ...deal, amount: commission.amount, ended: commission_ended });
  return {
    ...deal,
    amount: { amount: fromDatabase(BigInt(deal.amount)), currency },
    mrr: mrr === null ? null : { amount: fromDatabase(BigInt(mrr)), currency },
    commission,
    trace: readTrace({ id: deal.id, commissionTrace: trace, commission }, log),
    state: isOneOff ? paymentState(deal.paid, { period: deal.closeDate, due: deal.due }, today) : null,
    progress,
    ended:
      ended_on === null
        ? null
        : {
            day: day(ended_on),
            reason: end_reason as EndReason,
            note: end_note,
            worth: { amount: fromDatabase(BigInt(ended_amount ?? 0)), currency },
            owedBack: (owed_back ?? []).map((one) => ({
              amount: fromDatabase(BigInt(one.amount)),
              currency: one.currency,
            })),
          },
  };
}
