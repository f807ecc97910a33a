import { sql, type Sql } from "../shared/sql";

// Which commissions there are: one definition for every reading. Indexes, and the triggers of the table `aggregate`,
// say the same in their own words.

/** The deals with a one-off commission, paid or owed. In the words of the index, or Postgres does not use it. */
export const hasOneOff = sql`
  deal_type = 'one-time' and (commission_paid or commission_amount > 0 and not commission_ended)`;

/** The deals whose one-off commission is owed, due or planned. */
export const owesOneOff = sql`${hasOneOff} and not commission_paid`;

/** {@link hasOneOff} of one deal. */
export const paysOnce = (deal: { type: string; paid: boolean; amount: number; ended: boolean }): boolean =>
  deal.type === "one-time" && (deal.paid || (deal.amount > 0 && !deal.ended));

/** The recurring deals that pay every month. */
export const paysMonthly = sql`deal_type = 'recurring' and affiliate_id is not null and commission_amount > 0`;

/** Whether the month of the deal `d` that begins on `day` is still owed: `fateOf` in SQL (a test compares the two). */
export const monthIsOwed = (day: Sql) => sql`(d.ended_on is null or d.end_reason = 'our_fault'
         or d.end_reason = 'cancelled_by_customer' and ${day} < d.ended_on)`;

/** The same of month number `month`. */
export const hasNotEnded = monthIsOwed(sql`(d.contract_start_date + make_interval(months => month))::date`);
