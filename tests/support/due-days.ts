import type pg from "pg";

/** SQL condition: the commission waits for the customer's payment. */
export const waits = "due_when = 'customer_paid' and customer_paid_on is null";

/** SQL of the day on which a commission with this period is due, or of its period while it waits. */
export const dueDay = (period: string) => `case when ${waits} then ${period}
  when due_when = 'period' then ${period} + holding_days
  else greatest(${period}, customer_paid_on) + holding_days end`;

/**
 * Lets some of the unpaid commissions of each affiliate wait for the customer, some have waited, and some be held for
 * days. The earliest ones are among them.
 */
export async function letSomeWait(owner: pg.Pool): Promise<void> {
  for (const [table, unpaid, period] of [
    ["deal", "deal_type = 'one-time' and not commission_paid", "close_date"],
    ["commission_payment", "status = 'pending'", "period_start"],
  ]) {
    await owner.query(`
      update ${table} set due_when = 'customer_paid', holding_days = n % 3,
        customer_paid_on = case when n % 4 = 0 then ${period} + 2 end
      from (
        select id as chosen, row_number() over (partition by affiliate_id order by ${period}, id) as n
        from ${table} where ${unpaid}
      ) numbered
      where id = chosen and n % 2 = 0`);
  }
}
