import type { Deal, Prisma } from "#prisma";
import type { FormValues } from "../shared/changed-meanwhile.server";
import { dateFromDay, dayFromDate, yearOf } from "../shared/dates";
import { fromDatabase, toDatabase } from "../shared/money";
import type { DealContract } from "./deal.schema";
import type { CommissionTrace, PricedDeal } from "./pricing";

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

/** What the form that edits a deal shows, by its fields. Of a recurring deal total and close date follow from the others. */
export function contractValues({ title, currency, amount, closeDate, recurring }: DealContract): FormValues {
  if (!recurring) return { title, currency, amount: { amount, currency }, close_date: closeDate };
  return {
    title,
    currency,
    mrr: { amount: recurring.mrr, currency },
    contract_duration_months: recurring.months,
    contract_start_date: recurring.start,
  };
}

/** The columns of a deal that hold what it was sold for and what it pays. */
export function dealColumns(contract: DealContract, commission: CommissionTrace) {
  const { title, currency, recurring } = contract;
  return {
    title,
    amount: toDatabase(contract.amount),
    currency,
    commissionAmount: toDatabase(commission.result.amount),
    commissionCurrency: commission.result.currency,
    commissionTrace: commission as unknown as Prisma.InputJsonObject,
    closeDate: dateFromDay(contract.closeDate),
    ...(recurring && {
      mrr: toDatabase(recurring.mrr),
      contractDurationMonths: recurring.months,
      contractStartDate: dateFromDay(recurring.start),
      contractEndDate: dateFromDay(recurring.end),
    }),
  };
}

/** What decides the price of a deal that is sold so. */
export const pricedDeal = (contract: DealContract): PricedDeal => ({
  base: { amount: contract.recurring?.mrr ?? contract.amount, currency: contract.currency },
  per: contract.recurring ? "month" : "deal",
  total: contract.amount,
  year: yearOf(contract.closeDate),
});

/** Whether two contracts agree in all that decides the price. Then it stays, whatever else was won in the meantime. */
export function samePrice(one: DealContract, other: DealContract): boolean {
  const [before, after] = [pricedDeal(one), pricedDeal(other)];
  return (
    before.base.amount === after.base.amount &&
    before.base.currency === after.base.currency &&
    before.total === after.total &&
    before.year === after.year
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
