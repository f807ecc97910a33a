import { type Money } from "../shared/money";
import { actingAffiliate } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { conversionPerMille } from "./conversion";
import { readTallies, totalOf, type Tally } from "./tallies.server";

/** The four figures of an affiliate's dashboard (POR-02). Money is per currency, never added across. */
export interface AffiliateSummary {
  leads: number;
  deals: number;
  /** See {@link conversionPerMille}. */
  conversion: number;
  /** Paid: one-off commissions and monthly payments. */
  earned: Money[];
  /** Owed: unpaid one-off commissions and monthly payments whose month has begun. */
  open: Money[];
  /** Monthly payments of months to come, which are neither earned nor open. */
  planned: Money[];
}

/** Sums up what the affiliate who asks has brought and earned, as of today. Throws `forbidden` for others. */
export async function summarizeAffiliate(scope: Scope): Promise<AffiliateSummary> {
  const tallies = await readTallies(scope, ["lead", "deal", "one-off", "monthly"], actingAffiliate(scope));
  const of = (kind: string) => totalOf(tallies.filter((tally) => tally.kind === kind)).count;
  const isPlanned = ({ state, begun }: Tally) => state === "pending" && !begun;
  const money = (wanted: (tally: Tally) => boolean) =>
    totalOf(tallies.filter(wanted)).amounts.filter(({ amount }) => amount > 0);
  const now =
    (...states: Tally["state"][]) =>
    (tally: Tally) =>
      states.includes(tally.state) && !isPlanned(tally);
  const [leads, deals] = [of("lead"), of("deal")];
  return {
    leads,
    deals,
    conversion: conversionPerMille(deals, leads),
    earned: money(now("paid", "receipt")),
    open: money(now("open", "pending")),
    planned: money(isPlanned),
  };
}
