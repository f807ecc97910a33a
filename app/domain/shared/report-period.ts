import { addDays, addMonths, day, daysBetween, type Day } from "./dates";
import { periodBefore, type Period } from "./period";

/** What a point of a chart stands for. */
export type ReportUnit = "day" | "week" | "month" | "year";

/**
 * The period to compare with: the one before. Of a period that is not over, only as many days of the one before as have
 * passed of it, today included, because half a month says nothing against a whole one.
 */
export function comparedPeriod(period: Period, today: Day): Period {
  const before = periodBefore(period);
  if (today < period.from || today >= period.to) return before;
  const sameDay = addDays(before.from, daysBetween(period.from, today));
  return { from: before.from, to: sameDay < before.to ? sameDay : before.to };
}

/**
 * Divides a period for a chart: into days up to 31, else weeks from Monday up to a quarter, else months, else years.
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

const firstOfMonth = (of: Day) => day(`${of.slice(0, 7)}-01`);
/** 1970-01-05 was a Monday. */
const MONDAY = day("1970-01-05");

/** The last day of the unit that a day is in. */
const lastOf: Record<ReportUnit, (of: Day) => Day> = {
  day: (of) => of,
  week: (of) => addDays(of, 6 - (((daysBetween(MONDAY, of) % 7) + 7) % 7)),
  month: (of) => addDays(addMonths(firstOfMonth(of), 1), -1),
  year: (of) => day(`${of.slice(0, 4)}-12-31`),
};

/** A period as the whole months in it and the days before and after them. */
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

/** A part of one of some periods, as it is read from the aggregates: whole months, or days. */
export interface PeriodPart extends Period {
  /** Which of the periods. */
  index: number;
  unit: "month" | "day";
}

/** Some periods as their whole months and the days around these. */
export const partsOf = (periods: readonly Period[]): PeriodPart[] =>
  periods.flatMap((period, index) => {
    const { months, days } = wholeMonths(period);
    return [
      ...(months ? [{ index, unit: "month" as const, ...months }] : []),
      ...days.map((one) => ({ index, unit: "day" as const, ...one })),
    ];
  });
