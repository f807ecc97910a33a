import { DomainError } from "../shared/errors";
import { fromDatabase, sumByCurrency, type Money } from "../shared/money";
import type { Period } from "../shared/period";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { partsOf } from "../shared/report-period";

/** A count and sums, one per currency. */
export interface Counted {
  count: number;
  amounts: Money[];
}

/**
 * The figures of a period. Days are those of the organization's calendar.
 *
 * Leads are those that came in the period: submitted by an affiliate or added by staff. `qualified` and `won` say how
 * many of these leads were qualified, or won, so far, whenever that was; a lead that was won without being qualified
 * before counts as both, one that was qualified and is lost as qualified.
 */
export interface ReportFigures {
  leads: number;
  qualified: number;
  won: number;
  /** Deals whose close date is in the period, and their amounts; of a recurring deal that of the whole contract. */
  deals: Counted;
  /** Commissions that were paid in the period, by the payment date. */
  paid: Counted;
  /** Commissions that fell due in the period, until today, and are not paid. */
  owed: Counted;
  /** Commissions that fall due in the period, later than today. */
  planned: Counted;
}

type What = "open" | "qualified" | "won" | "deals" | "paid" | "owed" | "planned";
type Line = { index: number; what: What; currency: string; count: bigint; amount: bigint };

/**
 * The figures of each of some periods, of the organization or of one affiliate. They are read from the aggregates, so
 * the time depends on the number of days and not on the number of rows. Of an affiliate there are aggregates by month
 * only, so the periods have to be whole months.
 *
 * Throws `forbidden` for an affiliate who asks for anything but the own figures.
 *
 * @throws RangeError for an affiliate and a period that is not made of whole months.
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
  if (part) throw new RangeError(`Not whole months: ${part.from} to ${part.to}`);
  // A sub-select for each part and kind, so that each is read from its own stretch of the index.
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
    cross join (values ('one-off', 'open'), ('monthly', 'pending')) k (kind, state)
    cross join lateral (
      select a.currency, a.day <= ${today}::date as due, sum(a.count)::bigint as count, sum(a.amount)::bigint as amount
      from aggregate a
      where a.org_id = ${scope.orgId}::uuid
      and case when ${affiliateId}::uuid is null then a.affiliate_id is null else a.affiliate_id = ${affiliateId}::uuid end
      and a.kind = k.kind and a.state = k.state and a.day between part.first and part.last
      group by 1, 2
    ) a`;
  return periods.map((_, index) => figuresOf(lines.filter((line) => line.index === index)));
}

/** Staff may ask for the organization and for everybody, an affiliate for the own figures. */
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

/** The figures of periods that follow each other, as those of one. */
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
