import type { Scope } from "../shared/scope";

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
