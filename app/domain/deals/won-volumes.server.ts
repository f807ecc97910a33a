import { dayFromDate, yearOf } from "../shared/dates";
import { fromDatabase, sumByCurrency, type Money } from "../shared/money";
import type { Scope } from "../shared/scope";
import type { WonVolume } from "../terms/pricing";

/**
 * Returns what an affiliate has won, by calendar year of the close dates and by currency; empty without an affiliate.
 * The stored amount of the deal `except`, which is being edited, is excluded. An ended deal counts with what it was
 * worth until then.
 */
export async function wonVolumes(scope: Scope, affiliateId: string | null, except?: string): Promise<WonVolume[]> {
  if (!affiliateId) return [];
  const rows = await scope.db.$queryRaw<{ year: number; currency: string; amount: bigint }[]>`
    select extract(year from day)::int as year, currency, sum(amount)::bigint as amount
    from aggregate
    where org_id = ${scope.orgId}::uuid and affiliate_id = ${affiliateId}::uuid and kind = 'deal'
    group by 1, 2`;
  const volumes = rows.map((row) => ({ ...row, amount: fromDatabase(row.amount) }));
  const own = except ? await scope.db.deal.findFirst({ where: { id: except, affiliateId } }) : null;
  if (own) {
    const amount = -fromDatabase(own.endedAmount ?? own.amount);
    volumes.push({ year: yearOf(dayFromDate(own.closeDate)), currency: own.currency, amount });
  }
  return [...new Set(volumes.map((one) => one.year))].flatMap((year) =>
    sumByCurrency(volumes.filter((one) => one.year === year)).map((money) => ({ year, ...money })),
  );
}

/** Returns what an affiliate has won in a calendar year, per currency. */
export async function wonVolume(scope: Scope, affiliateId: string, year: number): Promise<Money[]> {
  const won = await wonVolumes(scope, affiliateId);
  return won.filter((one) => one.year === year).map(({ amount, currency }) => ({ amount, currency }));
}
