import type { Deal } from "#prisma";
import { dayFromDate, yearOf } from "../shared/dates";
import { fromDatabase, type Money } from "../shared/money";
import type { DealContract } from "./deal.schema";

/** What a stored deal was sold for. */
export function storedContract(deal: Deal): DealContract {
  const { title, currency, mrr, contractDurationMonths, contractStartDate, contractEndDate } = deal;
  const recurring = mrr !== null && contractDurationMonths !== null && contractStartDate && contractEndDate;
  return {
    title,
    currency,
    amount: fromDatabase(deal.amount),
    closeDate: dayFromDate(deal.closeDate),
    recurring: recurring
      ? {
          mrr: fromDatabase(mrr),
          months: contractDurationMonths,
          start: dayFromDate(contractStartDate),
          end: dayFromDate(contractEndDate),
        }
      : null,
  };
}

/** What a commission is calculated from: the amount, or the monthly revenue. */
export const baseOf = ({ amount, currency, recurring }: DealContract): Money => ({
  amount: recurring?.mrr ?? amount,
  currency,
});

/** Whether two contracts agree in all that decides the price. Then it stays, whatever else was won in the meantime. */
export function samePrice(one: DealContract, other: DealContract): boolean {
  return (
    baseOf(one).amount === baseOf(other).amount &&
    one.amount === other.amount &&
    one.currency === other.currency &&
    yearOf(one.closeDate) === yearOf(other.closeDate)
  );
}

type Value = string | number | null;

/** What an edit changes, as the audit log keeps it: `<field>_before` and `<field>_after`. Money in minor units. */
export function contractChanges(before: DealContract, after: DealContract): Record<string, Value> {
  const values = ({ recurring, ...contract }: DealContract): Record<string, Value> => ({
    title: contract.title,
    amount: contract.amount,
    currency: contract.currency,
    close_date: contract.closeDate,
    mrr: recurring?.mrr ?? null,
    contract_duration_months: recurring?.months ?? null,
    contract_start_date: recurring?.start ?? null,
  });
  return changesOf(values(before), values(after));
}

/** The values that differ, each as it was and as it is now. */
export function changesOf<T extends Record<string, Value>>(before: T, after: T): Record<string, Value> {
  const changed = Object.keys(before).filter((name) => before[name] !== after[name]);
  return Object.fromEntries(
    changed.flatMap((name) => [
      [`${name}_before`, before[name] ?? null],
      [`${name}_after`, after[name] ?? null],
    ]),
  );
}
