import type { Deal, Prisma } from "#prisma";
import type { FormValues } from "../shared/edit-conflict.server";
import { dateFromDay, dayFromDate, yearOf } from "../shared/dates";
import { namesOf } from "../shared/field-list";
import { fromDatabase, toDatabase } from "../shared/money";
import { oneTimeFields, recurringFields, type DealColumn, type DealContract, type DealField } from "./deal.schema";
import type { CommissionTrace, PricedDeal } from "../terms/pricing";

/** Returns the contract of a stored deal. */
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

/** Returns the value of every field of a contract; null for fields of the other deal type. */
export const dealValues = ({
  title,
  currency,
  amount,
  closeDate,
  recurring,
}: DealContract): Record<DealField, FormValues[string]> => ({
  title,
  currency,
  amount: { amount, currency },
  close_date: closeDate,
  mrr: recurring && { amount: recurring.mrr, currency },
  contract_duration_months: recurring && recurring.months,
  contract_start_date: recurring && recurring.start,
});

/**
 * Returns the values shown in the form that edits a deal. Total and close date of a recurring deal are derived, so they
 * are not fields.
 */
export function contractValues(contract: DealContract): FormValues {
  const values = dealValues(contract);
  const names = namesOf(contract.recurring ? recurringFields : oneTimeFields) as DealField[];
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}

/** Returns the columns of a deal that hold its contract and its commission. */
export function dealColumns(contract: DealContract, commission: CommissionTrace) {
  const { title, currency, recurring } = contract;
  const sold = {
    title,
    amount: toDatabase(contract.amount),
    currency,
    closeDate: dateFromDay(contract.closeDate),
    mrr: recurring && toDatabase(recurring.mrr),
    contractDurationMonths: recurring && recurring.months,
    contractStartDate: recurring && dateFromDay(recurring.start),
  } satisfies Record<DealColumn, unknown>;
  return {
    ...sold,
    contractEndDate: recurring && dateFromDay(recurring.end),
    commissionAmount: toDatabase(commission.result.amount),
    commissionCurrency: commission.result.currency,
    commissionTrace: commission as unknown as Prisma.InputJsonObject,
  };
}

/** Returns the values that determine the commission of a deal with this contract. */
export const pricedDeal = (contract: DealContract): PricedDeal => ({
  base: { amount: contract.recurring?.mrr ?? contract.amount, currency: contract.currency },
  per: contract.recurring ? "month" : "deal",
  total: contract.amount,
  year: yearOf(contract.closeDate),
});

/**
 * Returns whether two contracts agree in everything that determines the price. If they do, the price stays, whatever
 * else was won in the meantime.
 */
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

/**
 * Returns what an edit changes as the audit log stores it: `<field>_before` and `<field>_after`, money in minor units.
 */
export function contractChanges(before: DealContract, after: DealContract): Record<string, Value> {
  const logged = (contract: DealContract) =>
    Object.fromEntries(
      Object.entries(dealValues(contract)).map(([field, value]) => [
        field,
        typeof value === "object" && value ? value.amount : value,
      ]),
    );
  return changesOf(logged(before), logged(after));
}

/** Returns the values that differ, each before and after. */
export function changesOf<T extends Record<string, Value>>(before: T, after: T): Record<string, Value> {
  const changed = Object.keys(before).filter((name) => before[name] !== after[name]);
  return Object.fromEntries(
    changed.flatMap((name) => [
      [`${name}_before`, before[name] ?? null],
      [`${name}_after`, after[name] ?? null],
    ]),
  );
}
