import { addDays, addMonths, day, daysBetween, firstOfMonth, parseDay, type Day } from "./dates";
import { visible } from "./visible";

/** Names of the predefined periods. */
export const periodNames = ["this-month", "last-month", "this-quarter", "this-year", "last-year"] as const;
export type PeriodName = (typeof periodNames)[number];

/** Days from `from` to `to`, both included. A missing first or last day is an end of the calendar ({@link endsOf}). */
export interface Period {
  from: Day;
  to: Day;
}

/** A chosen period: by its name, or by its first and last day. */
export interface ChosenPeriod extends Period {
  name: PeriodName | null;
}

/** Value of `period` for no period, where the address would otherwise mean one. */
export const ALL_DAYS = "all";

/** Why a first and a last day are not a period. */
export type PeriodProblem = "not_a_day" | "order" | "too_long";

/**
 * Parses a period from the parameters `period`, or `from` and `to`. The name wins. A first day alone means since then,
 * a last day alone until then.
 *
 * @param today in the organization's time zone.
 * @returns null if none was chosen or it is invalid; {@link periodProblem} returns why.
 */
export function readPeriod(params: URLSearchParams, today: Day): ChosenPeriod | null {
  const name = nameIn(params);
  if (name) return { name, ...namedPeriod(name, today) };
  const days = readDays(params);
  return typeof days === "object" && days ? { name: null, ...days } : null;
}

/** Returns whether the address filters a list by a period. */
export const hasPeriod = (params: URLSearchParams): boolean =>
  nameIn(params) !== null || (readDays(params) !== null && periodProblem(params) === null);

/** Returns the problem of the first and last day in an address. */
export function periodProblem(params: URLSearchParams): PeriodProblem | null {
  const days = nameIn(params) ? null : readDays(params);
  return typeof days === "string" ? days : null;
}

const nameIn = (params: URLSearchParams) => periodNames.find((one) => one === params.get("period")) ?? null;

function readDays(params: URLSearchParams): Period | PeriodProblem | null {
  if (params.get("period") === ALL_DAYS) return null;
  const [from, to] = ["from", "to"].map((name) => visible(params.get(name) ?? "").trim());
  if (!from && !to) return null;
  const first = from ? calendarDay(from) : EARLIEST;
  const last = to ? calendarDay(to) : LATEST;
  if (!first || !last) return "not_a_day";
  if (first > last) return "order";
  // If both ends are given and too far apart, one of them is a typing error.
  return from && to && first < earliestOf(last) ? "too_long" : { from: first, to: last };
}

/** Returns the first day of the longest period that ends on a day. */
const earliestOf = (last: Day) => addDays(addMonths(last, -MAX_YEARS * 12), 1);

/** Returns the first and last day of a period; null for a missing one. */
export const endsOf = ({ from, to }: Period): { from: Day | null; to: Day | null } => ({
  from: from === EARLIEST ? null : from,
  to: to === LATEST ? null : to,
});

/** Returns the period with both ends, for division into parts: up to today and at most {@link MAX_YEARS} years. */
export function closedPeriod<P extends Period>(period: P, today: Day): P {
  const ends = endsOf(period);
  const to = ends.to ?? (period.from > today ? period.from : today);
  const earliest = earliestOf(to);
  return { ...period, to, from: ends.from && ends.from > earliest ? ends.from : earliest };
}

/** Far enough from the ends of the calendar to calculate from there. */
const [EARLIEST, LATEST] = [day("1950-01-01"), day("2200-12-31")];
/** Limit for the years of a period. */
export const MAX_YEARS = 20;

/** Parses a day within the supported range; null for any other text. */
export function calendarDay(text: string): Day | null {
  const found = parseDay(text);
  return found && found >= EARLIEST && found <= LATEST ? found : null;
}

/** Returns whether a day is in a period; true without a period. */
export const isWithin = (one: Day, period: Period | null): boolean =>
  !period || (period.from <= one && one <= period.to);

/** Returns the parameters of a chosen period; null removes one. */
export const periodParams = (chosen: ChosenPeriod | null) => ({
  period: chosen?.name ?? null,
  ...(chosen && !chosen.name ? endsOf(chosen) : { from: null, to: null }),
});

/** Returns the days of a named period in the calendar. */
export function namedPeriod(name: PeriodName, today: Day): Period {
  const month = firstOfMonth(today);
  const year = day(`${today.slice(0, 4)}-01-01`);
  switch (name) {
    case "this-month":
      return months(month, 1);
    case "last-month":
      return months(addMonths(month, -1), 1);
    case "this-quarter":
      return months(addMonths(month, -((Number(today.slice(5, 7)) - 1) % 3)), 3);
    case "this-year":
      return months(year, 12);
    case "last-year":
      return months(addMonths(year, -12), 12);
  }
}

const months = (from: Day, count: number): Period => ({ from, to: addDays(addMonths(from, count), -1) });

/**
 * Returns the period to compare with: for whole calendar months the same number of months before, else as many days
 * directly before.
 */
export function periodBefore({ from, to }: Period): Period {
  const next = addDays(to, 1);
  if (from.endsWith("-01") && next.endsWith("-01")) {
    const count = monthIndex(next) - monthIndex(from);
    return { from: addMonths(from, -count), to: addDays(from, -1) };
  }
  return { from: addDays(from, -daysBetween(from, next)), to: addDays(from, -1) };
}

const monthIndex = (date: Day) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));
