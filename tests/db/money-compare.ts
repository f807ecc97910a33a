import type pg from "pg";
import { expect } from "vitest";
import { totalPayments } from "~/domain/commissions/total-payments.server";
import { previewGeneration } from "~/domain/commissions/preview-generation.server";
import type { Scope } from "~/domain/shared/scope";
import { totalTransactions } from "~/domain/commissions/list-transactions.server";
import type { MoneyModel, Total } from "./money-model";

/** Expects rows and totals of an organization to equal those of its model. */
export async function compareWithModel(
  pool: pg.Pool,
  orgId: string,
  as: <T>(use: (scope: Scope) => Promise<T>) => Promise<T>,
  model: MoneyModel,
  when: string,
): Promise<void> {
  const rows = async (sql: string) => (await pool.query(sql, [orgId])).rows as object[];
  const byText = (list: object[]) => list.map((one) => JSON.stringify(one)).sort();
  const text = (value: bigint) => value.toString();
  expect(byText(await rows("select id, status from lead where org_id = $1")), when).toEqual(
    byText(model.leads.map(({ id, status }) => ({ id, status }))),
  );
  expect(
    byText(
      await rows(`select id, commission_amount as commission, commission_currency as currency,
                    payment_date::text as "paidOn", receipt_url as receipt,
                    customer_paid_on::text as "customerPaid", ended_on::text as ended,
                    coalesce(ended_amount, amount) as worth from deal where org_id = $1`),
    ),
    when,
  ).toEqual(
    byText(
      model.deals.map((deal) => {
        const { id, commission, currency, paidOn, receipt, customerPaid, end } = deal;
        const worth = text(model.worthOf(deal));
        return {
          id,
          commission: text(commission),
          currency,
          paidOn,
          receipt,
          customerPaid,
          ended: end?.day ?? null,
          worth,
        };
      }),
    ),
  );
  expect(
    byText(
      await rows(`select deal_id as deal, period_start::text as period, amount, currency,
                    paid_date::text as "paidOn", receipt_url as receipt, customer_paid_on::text as "customerPaid"
                  from commission_payment where org_id = $1`),
    ),
    when,
  ).toEqual(byText(model.payments.map(({ batch: _, ...one }) => ({ ...one, amount: text(one.amount) }))));
  const claims = await rows(
    "select deal_id as deal, period::text, amount, currency from commission_claim where org_id = $1",
  );
  expect(byText(claims), when).toEqual(byText(model.claims().map((one) => ({ ...one, amount: text(one.amount) }))));
  const [payments, transactions] = await as(async (scope) => [
    await totalPayments(scope),
    await totalTransactions(scope),
  ]);
  expect(plain(payments), when).toEqual(model.paymentTotals());
  const generation = await as((scope) => previewGeneration(scope, { full: true }));
  expect(generation.created, when).toBe(model.missing());
  expect(plain(transactions), when).toEqual(model.transactionTotals());
}

/** Converts the app's totals to the format of the model. */
function plain<K extends string>(
  totals: Record<K, { count: number; amounts: { amount: number; currency: string }[] }>,
): Record<string, Total> {
  return Object.fromEntries(
    Object.entries<(typeof totals)[K]>(totals).map(([key, { count, amounts }]) => [
      key,
      {
        count,
        sums: amounts.map(({ amount, currency }): [string, bigint] => [currency, BigInt(amount)]).sort(),
      },
    ]),
  );
}
