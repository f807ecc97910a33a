import type { PaymentState } from "../deals/plan-payments";
import { aggregateState } from "../commissions/total-payments.server";
import type { Money } from "../shared/money";
import { actingAffiliate } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { conversionPerMille } from "./conversion";
import { readAggregates, totalOf } from "../shared/aggregates.server";

/** The four figures of an affiliate's dashboard (POR-02). Money is per currency, never summed across currencies. */
export interface AffiliateSummary {
  leads: number;
  /** Deals that count as won, without canceled ones. */
  deals: number;
  /** See {@link conversionPerMille}. */
  conversion: number;
  /** Paid one-off commissions and monthly payments. */
  earned: Money[];
  /** Due one-off commissions and monthly payments. */
  open: Money[];
  /** Commissions that fall due later; neither earned nor open. */
  planned: Money[];
}

/**
 * Returns the leads, deals and earnings of the acting affiliate as of today.
 * Throws `forbidden` for all other actors.
 */
export async function summarizeAffiliate(scope: Scope): Promise<AffiliateSummary> {
  const affiliateId = actingAffiliate(scope);
  const aggregates = await readAggregates(scope, ["lead", "deal-month", "one-off", "monthly"], affiliateId);
  const commissions = aggregates.filter(({ kind }) => kind === "one-off" || kind === "monthly");
  const money = (state: PaymentState) =>
    totalOf(commissions.filter((aggregate) => aggregateState(aggregate) === state)).amounts.filter(
      ({ amount }) => amount > 0,
    );
  const leads = totalOf(aggregates.filter(({ kind }) => kind === "lead")).count;
  const won = aggregates.filter(({ kind, state }) => kind === "deal-month" && state === "won");
  const deals = totalOf(won).count;
  return {
    leads,
    deals,
    conversion: conversionPerMille(deals, leads),
    earned: money("paid"),
    open: money("due"),
    planned: money("planned"),
  };
}
