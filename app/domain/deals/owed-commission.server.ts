import { sql, type Sql } from "../shared/sql";

// The only definition of which commissions exist. Indexes, and the triggers of the table `aggregate`, repeat it in
// their own SQL.

/**
 * Deals with a one-off commission, paid or owed. Must match the condition of the index, or Postgres does not use it.
 */
export const hasOneOff = sql`
  deal_type = 'one-time' and (commission_paid or commission_amount > 0 and not commission_ended)`;

/** Deals whose one-off commission is owed, due or planned. */
export const owesOneOff = sql`${hasOneOff} and not commission_paid`;

/** `paymentState` in SQL: the state of a commission with this period, on the day `today` (a test compares the two). */
export const stateOf = (paid: Sql, period: Sql, today: string): Sql => sql`
  case when ${paid} then 'paid'
    when due_on is null then case when ${period} <= ${today}::date then 'waiting' else 'planned' end
    when due_on <= ${today}::date then 'due' else 'planned' end`;

/** {@link hasOneOff} for one deal. */
export const paysOnce = (deal: { type: string; paid: boolean; amount: number; ended: boolean }): boolean =>
  deal.type === "one-time" && (deal.paid || (deal.amount > 0 && !deal.ended));

/** Recurring deals that pay every month. */
export const paysMonthly = sql`deal_type = 'recurring' and affiliate_id is not null and commission_amount > 0`;

/**
 * SQL condition: the month of the deal `d` that begins on `day` is still owed. It is `fateOf` in SQL (a test compares
 * the two).
 */
export const monthIsOwed = (day: Sql) => sql`(d.ended_on is null or d.end_reason = 'our_fault'
         or d.end_reason = 'cancelled_by_customer' and ${day} < d.ended_on)`;

/** The same condition for month number `month`. */
export const hasNotEnded = monthIsOwed(sql`(d.contract_start_date + make_interval(months => month))::date`);
