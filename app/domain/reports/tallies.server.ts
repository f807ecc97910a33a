import { fromDatabase, sumByCurrency, type Money } from "../shared/money";
import type { Scope } from "../shared/scope";

/** What is tallied, and the states each kind has. The triggers of the table `tally` write them. */
interface TallyStates {
  lead: "new" | "qualified" | "contacted" | "converted" | "lost";
  /** Won volume by the year of the close date. */
  deal: "one-time" | "recurring";
  /** Commissions of one-time deals; open: more than 0 and not paid, by close date; receipt: paid, with a receipt. */
  "one-off": "open" | "paid" | "receipt";
  /** Monthly payments. */
  monthly: "pending" | "paid" | "receipt";
}
export type TallyKind = keyof TallyStates;

/** Which tallies a kind of commission has. */
export const talliesOfKind = {
  deal: ["one-off"],
  payment: ["monthly"],
  both: ["one-off", "monthly"],
} as const;

export interface Tally {
  kind: TallyKind;
  state: TallyStates[TallyKind];
  currency: string;
  /** Of an open one-off commission and a pending monthly payment: its day has come, it is due. */
  begun: boolean;
  count: number;
  /** Minor units. */
  amount: number;
}

/**
 * Exact counts and sums of the organisation, or of one of its affiliates, without reading the rows they are of: the same
 * speed at any size. A portal's scope sees its own affiliate's only.
 */
export async function readTallies(
  scope: Scope,
  kinds: TallyKind[],
  affiliateId: string | null = null,
): Promise<Tally[]> {
  const today = await scope.today();
  const rows = await scope.db.$queryRaw<
    (Pick<Tally, "kind" | "state" | "currency" | "begun"> & { count: bigint; amount: bigint })[]
  >`
    select kind, state, currency, day <= ${today}::date as begun, sum(count)::bigint as count,
           sum(amount)::bigint as amount
    from tally
    where org_id = ${scope.orgId}::uuid and kind = any(${kinds}::text[])
      and case when ${affiliateId}::uuid is null then affiliate_id is null else affiliate_id = ${affiliateId}::uuid end
    group by 1, 2, 3, 4 having sum(count) <> 0`;
  return rows.map((row) => ({ ...row, count: Number(row.count), amount: fromDatabase(row.amount) }));
}

/** Their count and, per currency and never across, their sums. */
export function totalOf(tallies: Tally[]): { count: number; amounts: Money[] } {
  return {
    count: tallies.reduce((count, tally) => count + tally.count, 0),
    amounts: sumByCurrency(tallies),
  };
}
