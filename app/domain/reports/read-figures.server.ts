import { DomainError } from "../shared/errors";
import { fromDatabase, sumByCurrency, type Money } from "../shared/money";
import type { Period } from "../shared/period";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { partsOf } from "../shared/report-period";

/** A count, and sums per currency. */
export interface Counted {
  count: number;
  amounts: Money[];
}

/**
 * The figures of a period. Days are those of the organization's calendar. `leads` came in the period: submitted by an
 * affiliate or added by staff. `qualified` and `won` count how many of these leads were qualified or won so far, at any
 * time. A lead won without qualification counts as both; a lead that was qualified and then lost counts as qualified.
 */
export interface ReportFigures {
  leads: number;
  qualified: number;
  won: number;
  /**
   * Deals whose close date is in the period, and their amounts; for a recurring deal the amount of the whole contract.
   */
  deals: Counted;
  /** Commissions paid in the period, by payment date. */
  paid: Counted;
  /** Unpaid commissions that fell due in the period, until today. */
  owed: Counted;
  /** Commissions that fall due in the period, later than today. */
  planned: Counted;
}

type What = "open" | "qualified" | "won" | "deals" | "paid" | "owed" | "planned";
type Line = { index: number; what: What; currency: string; count: bigint; amount: bigint };

/**
 * Reads the figures of each period, for the organization or one affiliate. They come from the aggregates, so the time
 * depends on the number of days, not of rows. An affiliate has aggregates by month only, so the periods must be whole
 * months.
 * Throws `forbidden` for an affiliate who requests other figures than their own.
 * @throws RangeError for an affiliate and a period that does not consist of whole months.
 */
export async function readFigures(
  scope: Scope,
  periods: readonly Period[],
  affiliateId: string | null = null,
): Promise<ReportFigures[]> {
  requireOwn(scope, affiliateId);
  const today = await scope.today();
  const parts = partsOf(periods);
  const part = affiliateId && parts.find(({ unit }) => unit === "day");
  if (part) throw new RangeError(`the period does not consist of whole months: ${part.from} to ${part.to}`);
  // One subquery per part and kind, so that each reads its own index range.
  const lines = await scope.db.$queryRaw<Line[]>`
    select part.index, k.what, a.currency, a.count, a.amount
    from unnest(${parts.map(({ index }) => index)}::int[], ${parts.map(({ unit }) => unit)}::text[],
                ${parts.map(({ from }) => from)}::date[], ${parts.map(({ to }) => to)}::date[])
           part (index, unit, first, last)
    cross join (values ('lead-', 'open', 'open'), ('lead-', 'qualified', 'qualified'), ('lead-', 'won', 'won'),
                       ('deal-', 'won', 'deals'), ('paid-', 'one-off', 'paid'),
                       ('paid-', 'one-off-receipt', 'paid'), ('paid-', 'monthly', 'paid'),
                       ('paid-', 'monthly-receipt', 'paid')) k (kind, state, what)
    cross join lateral (
      select a.currency, sum(a.count)::bigint as count, sum(a.amount)::bigint as amount
      from aggregate a
      where a.org_id = ${scope.orgId}::uuid
      and case when ${affiliateId}::uuid is null then a.affiliate_id is null else a.affiliate_id = ${affiliateId}::uuid end
      and a.kind = k.kind || part.unit and a.state = k.state and a.day between part.first and part.last
      group by 1
    ) a
    union all
    select part.index, case when a.due then 'owed' else 'planned' end, a.currency, a.count, a.amount
    from unnest(${periods.map((_, index) => index)}::int[], ${periods.map(({ from }) => from)}::date[],
                ${periods.map(({ to }) => to)}::date[]) part (index, first, last)
    cross join (values ('one-off', 'open'), ('monthly', 'pending'), ('one-off', 'waiting'), ('monthly', 'waiting'))
                       k (kind, state)
    cross join lateral (
      select a.currency, a.day <= ${today}::date as due, sum(a.count)::bigint as count, sum(a.amount)::bigint as amount
      from aggregate a
      where a.org_id = ${scope.orgId}::uuid
      and case when ${affiliateId}::uuid is null then a.affiliate_id is null else a.affiliate_id = ${affiliateId}::uuid end
      and a.kind = k.kind and a.state = k.state and a.day between part.first and part.last
      -- What waits for customers is neither owed nor planned once its period has begun.
      and (k.state <> 'waiting' or a.day > ${today}::date)
      group by 1, 2
    ) a`;
  return periods.map((_, index) => figuresOf(lines.filter((line) => line.index === index)));
}

/** Allows staff all figures and affiliates their own. */
function requireOwn(scope: Scope, affiliateId: string | null): void {
  if (scope.actor.kind !== "affiliate") return requireStaff(scope);
  if (scope.actor.affiliateId !== affiliateId) throw new DomainError("forbidden");
}

function figuresOf(lines: Line[]): ReportFigures {
  const counted = (what: What): Counted => {
    const own = lines.filter((line) => line.what === what && line.count !== 0n);
    return {
      count: own.reduce((sum, { count }) => sum + Number(count), 0),
      amounts: sumByCurrency(own.map(({ amount, currency }) => ({ amount: fromDatabase(amount), currency }))),
    };
  };
  const [open, qualified, won] = [counted("open").count, counted("qualified").count, counted("won").count];
  return {
    leads: open + qualified + won,
    qualified: qualified + won,
    won,
    deals: counted("deals"),
    paid: counted("paid"),
    owed: counted("owed"),
    planned: counted("planned"),
  };
}

/** Adds up the figures of consecutive periods. */
export function sumOfFigures(figures: readonly ReportFigures[]): ReportFigures {
  const sum = (what: "leads" | "qualified" | "won") => figures.reduce((total, one) => total + one[what], 0);
  const counted = (what: "deals" | "paid" | "owed" | "planned"): Counted => ({
    count: figures.reduce((total, one) => total + one[what].count, 0),
    amounts: sumByCurrency(figures.flatMap((one) => one[what].amounts)),
  });
  return {
    leads: sum("leads"),
    qualified: sum("qualified"),
    won: sum("won"),
    deals: counted("deals"),
    paid: counted("paid"),
    owed: counted("owed"),
    planned: counted("planned"),
  };
}
