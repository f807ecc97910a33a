import { grouped } from "../shared/grouped";
import { yearOf } from "../shared/dates";
import type { Scope } from "../shared/scope";
import { affiliateCodes } from "./affiliate-code.server";
import { formatNumber, seriesKey } from "./payer-settings";

/**
 * Takes the next numbers of a series and returns the first. The row of the series stays locked until the transaction
 * ends, so numbers are given once and, because a rollback gives them back, without gaps.
 */
export async function takeNumbers(scope: Scope, series: string, count: number): Promise<number> {
  const [row] = await scope.db.$queryRaw<{ last: number }[]>`
    insert into number_counter (org_id, series, last) values (${scope.orgId}::uuid, ${series}, ${count}::int)
    on conflict (org_id, series) do update set last = number_counter.last + ${count}::int
    returning last`;
  return row!.last - count + 1;
}

/** Gives each of these documents the next number of a series with this pattern, in the order of the documents. */
export async function giveNumbers<T extends { affiliateId: string }>(
  scope: Scope,
  pattern: string,
  documents: readonly T[],
): Promise<(T & { number: string })[]> {
  const year = yearOf(await scope.today());
  const affiliateIds = documents.map((one) => one.affiliateId);
  const codes = pattern.includes("{AFFILIATE}") ? await affiliateCodes(scope, affiliateIds) : new Map<string, string>();
  const coded = documents.map((document) => ({ document, affiliate: codes.get(document.affiliateId) ?? "" }));
  const series = grouped(coded, ({ affiliate }) => seriesKey(pattern, { year, affiliate }));
  const numbered: (T & { number: string })[] = [];
  // The order of the keys is the same everywhere, so that two transactions do not wait for each other.
  for (const key of [...series.keys()].sort()) {
    const own = series.get(key)!;
    const first = await takeNumbers(scope, key, own.length);
    for (const [index, { document, affiliate }] of own.entries())
      numbered.push({ ...document, number: formatNumber(pattern, { year, affiliate, number: first + index }) });
  }
  return numbered;
}
