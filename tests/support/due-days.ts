import type pg from "pg";

/** SQL condition: the commission waits for the customer's payment. */
export const waits = "due_when = 'customer_paid' and customer_paid_on is null";

/** SQL of the day on which a commission with this period is due, or of its period while it waits. */
export const dueDay = (period: string) => `case when ${waits} then ${period}
  when due_when = 'period' then ${period} + holding_days
  else greatest(${period}, customer_paid_on) + holding_days end`;

/** Lets some of the unpaid commissions wait for the customer, some have waited, and some be held for days. */
export async function letSomeWait(owner: pg.Pool): Promise<void> {
  for (const [table, unpaid, period] of [
    ["deal", "deal_type = 'one-time' and not commission_paid", "close_date"],
    ["commission_payment", "status = 'pending'", "period_start"],
  ]) {
    await owner.query(`
      update ${table} set due_when = 'customer_paid', holding_days = get_byte(uuid_send(id), 13) % 3,
        customer_paid_on = case when get_byte(uuid_send(id), 12) % 2 = 0 then ${period} + 2 end
      where ${unpaid} and get_byte(uuid_send(id), 11) % 2 = 0`);
  }
}
