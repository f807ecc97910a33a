import type { Deal } from "#prisma";
import { dayFromDate } from "../shared/dates";
import { sql } from "../shared/sql";
import type { DealEnd, EndReason } from "./deal-end";

/** How a stored deal ended; null while it runs. */
export const endOf = ({ endedOn, endReason }: Pick<Deal, "endedOn" | "endReason">): DealEnd | null =>
  endedOn && { day: dayFromDate(endedOn), reason: endReason as EndReason };

/** That month number `month` of the deal `d` is still owed: `fateOf` in SQL (a test compares the two). */
export const hasNotEnded = sql`(d.ended_on is null or d.end_reason = 'our_fault' or d.end_reason = 'cancelled_by_customer'
          and (d.contract_start_date + make_interval(months => month))::date < d.ended_on)`;
