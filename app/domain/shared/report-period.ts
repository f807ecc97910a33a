import { addDays, addMonths, day, daysBetween, firstOfMonth, type Day } from "./dates";
import { periodBefore, type Period } from "./period";

/** The unit of a chart's points. */
export type ReportUnit = "day" | "week" | "month" | "year";

/**
 * Returns the period to compare with: the one before. For a period that is not over, only as many days are compared as
 * have passed, including today, because comparing a partial month with a whole one is misleading.
 */
export function comparedPeriod(period: Period, today: Day): Period {
  const before = periodBefore(period);
  if (today < period.from || today >= period.to) return before;
  const sameDay = addDays(before.from, daysBetween(period.from, today));
  return { from: before.from, to: sameDay < before.to ? sameDay : before.to };
}

/**
 * Divides a period for a chart: up to 31 days into days, up to a quarter into weeks from Monday, else into months or
 * years.
 */
export function unitsOf(period: Period): { unit: ReportUnit; parts: Period[] } {
  const days = daysBetween(period.from, period.to) + 1;
  const unit = days <= 31 ? "day" : days <= 92 ? "week" : days <= 3 * 366 ? "month" : "year";
  const parts: Period[] = [];
  for (let from = period.from; from <= period.to;) {
    const last = lastOf[unit](from);
    const to = last < period.to ? last : period.to;
    parts.push({ from, to });
    from = addDays(to, 1);
  }
  return { unit, parts };
}

/** 1970-01-05 was a Monday. */
const MONDAY = day("1970-01-05");

/** Returns the last day of the unit that contains a day. */
const lastOf: Record<ReportUnit, (of: Day) => Day> = {
  day: (of) => of,
  week: (of) => addDays(of, 6 - (((daysBetween(MONDAY, of) % 7) + 7) % 7)),
  month: (of) => addDays(addMonths(firstOfMonth(of), 1), -1),
  year: (of) => day(`${of.slice(0, 4)}-12-31`),
};

/** Splits a period into its whole months and the days before and after them. */
export function wholeMonths(period: Period): { months: Period | null; days: Period[] } {
  const first = period.from.endsWith("-01") ? period.from : addMonths(firstOfMonth(period.from), 1);
  const end = firstOfMonth(addDays(period.to, 1));
  if (first >= end) return { months: null, days: [period] };
  const months = { from: first, to: addDays(end, -1) };
  const days = [
    { from: period.from, to: addDays(first, -1) },
    { from: end, to: period.to },
  ].filter(({ from, to }) => from <= to);
  return { months, days };
}

/** A part of a period as it is read from the aggregates: whole months or days. */
export interface PeriodPart extends Period {
  /** Index of the period. */
  index: number;
  unit: "month" | "day";
}

/** Splits periods into their whole months and the days around them. */
export const partsOf = (periods: readonly Period[]): PeriodPart[] =>
  periods.flatMap((period, index) => {
    const { months, days } = wholeMonths(period);
    return [
      ...(months ? [{ index, unit: "month" as const, ...months }] : []),
      ...days.map((one) => ({ index, unit: "day" as const, ...one })),
    ];
  });
