import type { RankBy } from "~/domain/reports/rank-affiliates.server";
import type { ReportFigures } from "~/domain/reports/read-figures.server";
import type { Day } from "~/domain/shared/dates";
import { sumByCurrency, type Money } from "~/domain/shared/money";
import type { Period } from "~/domain/shared/period";

// Calculates the figures of reports from all rows.

/** A lead and its result, as input of the report model. */
export interface Row {
  affiliate: string | null;
  submitted: Day;
  qualified: Day | null;
  won: Day | null;
  /** `worth` is the worth until the deal ended; null if it has not ended. */
  deal: { close: Day; money: Money; worth: number | null; commission: number; paidOn: Day | null } | null;
  payments: { due: Day; money: Money; paidOn: Day | null }[];
}

const within = (one: Day | null, { from, to }: Period) => one !== null && from <= one && one <= to;

export function modelOf(rows: Row[], of: Period, today: Day): ReportFigures {
  const leads = rows.filter(({ submitted }) => within(submitted, of));
  const deals = rows.flatMap(({ deal }) => {
    if (!deal || deal.worth === 0) return [];
    return { close: deal.close, money: { ...deal.money, amount: deal.worth ?? deal.money.amount } };
  });
  const commissions = rows.flatMap(({ deal, payments }) => [
    ...payments,
    ...(deal && deal.commission > 0
      ? [{ due: deal.close, money: { ...deal.money, amount: deal.commission }, paidOn: deal.paidOn }]
      : []),
  ]);
  const counted = (found: { money: Money }[]) => ({
    count: found.length,
    amounts: sumByCurrency(found.map(({ money }) => money)),
  });
  const open = commissions.filter(({ due, paidOn }) => paidOn === null && within(due, of));
  return {
    leads: leads.length,
    qualified: leads.filter(({ qualified, won }) => qualified ?? won).length,
    won: leads.filter(({ won }) => won).length,
    deals: counted(deals.filter(({ close }) => within(close, of))),
    paid: counted(commissions.filter(({ paidOn }) => within(paidOn, of))),
    owed: counted(open.filter(({ due }) => due <= today)),
    planned: counted(open.filter(({ due }) => due > today)),
  };
}

export function timesOf(rows: Row[], of: Period) {
  const days = (one: Day, two: Day) => Math.round((Date.parse(two) - Date.parse(one)) / 86_400_000);
  const time = (taken: number[]) => {
    const sorted = taken.toSorted((a, b) => a - b);
    const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
    return { count: taken.length, days: low === undefined ? null : (low + high!) / 2 };
  };
  return {
    qualified: time(
      rows
        .filter(({ qualified }) => within(qualified, of))
        .map(({ submitted, qualified }) => days(submitted, qualified!)),
    ),
    won: time(
      rows
        .filter(({ qualified, won }) => qualified && within(won, of))
        .map(({ qualified, won }) => days(qualified!, won!)),
    ),
  };
}

export function ofAffiliate(rows: Row[], id: string, of: Period) {
  const own = rows.filter((row) => row.affiliate === id);
  const { leads, qualified, won, deals } = modelOf(own, of, of.to);
  return { leads, qualified, won, deals: deals.count, amounts: deals.amounts };
}

export function keyOf({ leads, deals, amounts }: ReturnType<typeof ofAffiliate>, by: RankBy): number {
  if (by === "leads") return leads;
  if (by === "deals") return deals;
  return amounts.find(({ currency }) => currency === by.currency)?.amount ?? 0;
}
