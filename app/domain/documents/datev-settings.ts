import { addDays, addMonths, day, yearOf, type Day } from "../shared/dates";
import type { Period } from "../shared/period";

/** Charts of accounts that DATEV publishes. */
export const datevCharts = ["03", "04"] as const;
export type DatevChart = (typeof datevCharts)[number];

/** Numbers that the tax adviser gives. */
export interface DatevSettings {
  /** 1001 to 9999999. */
  adviser: number;
  /** 1 to 99999. */
  client: number;
  /** Month in which the fiscal year begins, 1 to 12. */
  fiscalMonth: number;
  /** Digits of an account, 4 to 8. Creditors have one more. */
  accountLength: number;
  chart: DatevChart;
  /** Account of the commissions. It must not calculate VAT itself, because the keys do. */
  expenseAccount: string;
  bankAccount: string;
}

/** Accounts that the tax adviser should confirm: commissions of sales and the bank, with four digits. */
const usual: Record<DatevChart, { expense: string; bank: string }> = {
  "03": { expense: "4760", bank: "1200" },
  "04": { expense: "6770", bank: "1800" },
};

/** Returns the usual accounts of a chart. Longer accounts end with zeros. */
export const usualAccounts = (chart: DatevChart, accountLength: number) => ({
  expenseAccount: usual[chart].expense.padEnd(accountLength, "0"),
  bankAccount: usual[chart].bank.padEnd(accountLength, "0"),
});

/** Returns the first and last number of creditors: 70000 to 99999 for accounts of four digits. */
export const creditorRange = (accountLength: number) => ({
  first: 7 * 10 ** accountLength,
  last: 10 ** (accountLength + 1) - 1,
});

/** Returns whether a number is one of a creditor. */
export function isCreditorNumber(number: number, accountLength: number): boolean {
  const { first, last } = creditorRange(accountLength);
  return number >= first && number <= last;
}

/** Returns the fiscal year that contains a day. */
export function fiscalYearOf(of: Day, fiscalMonth: number): Period {
  const begins = (year: number) => day(`${year}-${String(fiscalMonth).padStart(2, "0")}-01`);
  const from = begins(yearOf(of)) <= of ? begins(yearOf(of)) : begins(yearOf(of) - 1);
  return { from, to: addDays(addMonths(from, 12), -1) };
}
