/** Calendar days without time zones; the only module that parses, calculates or formats dates. */

/**
 * A real calendar date 'YYYY-MM-DD' from 1900-01-01 to 9999-12-31, without time or zone.
 *
 * Days compare as strings: `a < b` means that a is the earlier day, and sorting them as text is chronological.
 */
export type Day = string & { readonly __day: unique symbol };

/** Milliseconds of a day in UTC, which has no summer time. */
export const DAY_MS = 86_400_000;
const FIRST_YEAR = 1900;
const LAST_YEAR = 9999;

const ISO = /^(\d{4})-(\d{2})-(\d{2})$/;
const DAY_FIRST = /^(\d{1,2})([./])(\d{1,2})\2(\d{4})$/;
/** Excludes bare offsets ("+02:00"), which only newer engines accept and which have no daylight saving time. */
const ZONE_NAME = /^[A-Za-z][A-Za-z0-9_+/-]*$/;
const NUMERIC_DATE_LANGUAGES = new Set(["de", "fr", "es"]);

// Creating a format or a locale takes far longer than using it. Zones and locales may come from outside, so the caches
// are limited.
const MAX_KEPT = 50;
const zoneFormats = new Map<string, Intl.DateTimeFormat>();
const timeFormats = new Map<string, Intl.DateTimeFormat>();
const monthFormats = new Map<string, Intl.DateTimeFormat>();
const shortMonthFormats = new Map<string, Intl.DateTimeFormat>();
const numericLocales = new Map<string, boolean>();
const englishFormat = new Intl.DateTimeFormat("en-US", {
  year: "numeric",
  month: "short",
  day: "numeric",
  timeZone: "UTC",
});

/** Lists are ordered by day, so most rows have the day of the row before. */
let latest: Day | undefined;

/** @param month 1 to 12. */
function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function isoText(year: number, month: number, dayOfMonth: number): string {
  return [String(year), String(month).padStart(2, "0"), String(dayOfMonth).padStart(2, "0")].join("-");
}

function requireInteger(value: number, what: string): void {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${what} must be a whole number: ${value}`);
}

/** Returns whether a text is a real calendar date 'YYYY-MM-DD' (leap years included) from 1900 to 9999. */
export function isDay(text: string): text is Day {
  const match = ISO.exec(text);
  if (!match) return false;
  const [year, month, dayOfMonth] = match.slice(1).map(Number) as [number, number, number];
  return year >= FIRST_YEAR && month >= 1 && month <= 12 && dayOfMonth >= 1 && dayOfMonth <= daysInMonth(year, month);
}

/** Returns the calendar year of a day. */
export function yearOf(value: Day): number {
  return Number(value.slice(0, 4));
}

/**
 * Converts a text to a {@link Day}.
 *
 * @throws RangeError if it is not one, see {@link isDay}.
 */
export function day(text: string): Day {
  if (text === latest) return latest;
  if (!isDay(text)) throw new RangeError(`not a calendar date: ${JSON.stringify(text)}`);
  return (latest = text);
}

/** The last supported day; arithmetic beyond it throws. */
export const LAST_DAY = day("9999-12-31");

/**
 * Parses an entered date: "2027-03-01", or day first "01.03.2027", "1.3.2027", "01/03/2027". Surrounding whitespace is
 * ignored.
 *
 * @returns null if it is not a real date in one of these formats.
 */
export function parseDay(text: string): Day | null {
  const trimmed = text.trim();
  const match = DAY_FIRST.exec(trimmed);
  const iso = match ? `${match[4]}-${match[3]?.padStart(2, "0")}-${match[1]?.padStart(2, "0")}` : trimmed;
  return isDay(iso) ? iso : null;
}

function zoneFormat(timeZone: string): Intl.DateTimeFormat {
  if (!ZONE_NAME.test(timeZone)) throw new RangeError(`not a time zone: ${JSON.stringify(timeZone)}`);
  // Zone names are case-insensitive; one key per zone keeps the cache bounded by the zones that exist.
  const key = timeZone.toLowerCase();
  let format = zoneFormats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat("en-US", {
      calendar: "gregory",
      numberingSystem: "latn",
      timeZone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
    });
    zoneFormats.set(key, format);
  }
  return format;
}

/**
 * Returns the calendar date in a time zone at an instant, with daylight saving time.
 *
 * @param timeZone an IANA name, see {@link isTimeZone}.
 * @throws RangeError for an unknown zone, an invalid date, or a year outside 1900 to 9999.
 */
export function todayIn(timeZone: string, now: Date): Day {
  const [month, dayOfMonth, year] = zoneFormat(timeZone).format(now).split("/");
  return day([year, month, dayOfMonth].join("-"));
}

/**
 * Returns the first instant of a day in a time zone: midnight, or the next existing time if the clock skips midnight.
 *
 * @param timeZone an IANA name, see {@link isTimeZone}.
 */
export function startOfDay(value: Day, timeZone: string): Date {
  // No zone is more than 14 hours from UTC, so the day changes exactly once in this range.
  const midnight = dateFromDay(value).getTime();
  let [before, from] = [midnight - DAY_MS, midnight + DAY_MS];
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2);
    if (todayIn(timeZone, new Date(middle)) < value) before = middle;
    else from = middle;
  }
  return new Date(from);
}

/** Returns whether the engine knows this time zone by name ("Europe/Berlin", "UTC"); offsets are not names. */
export function isTimeZone(name: string): boolean {
  try {
    zoneFormat(name);
    return true;
  } catch {
    return false;
  }
}

/** Returns the first day of the day's month. */
export const firstOfMonth = (of: Day): Day => day(`${of.slice(0, 7)}-01`);

/**
 * Returns the same day of the month `months` later, or that month's last day if it has no such day. It is always
 * counted from the start, so repeated months do not drift: 31 January + 1 is 28 or 29 February, + 2 is 31 March.
 *
 * @param months a whole number, negative to go back.
 * @throws RangeError if months is not a whole number or the result is outside 1900 to 9999.
 */
export function addMonths(start: Day, months: number): Day {
  requireInteger(months, "Months");
  const index = Number(start.slice(0, 4)) * 12 + Number(start.slice(5, 7)) - 1 + months;
  const year = Math.floor(index / 12);
  const month = index - year * 12 + 1;
  if (year < FIRST_YEAR || year > LAST_YEAR)
    throw new RangeError(`date outside the calendar: ${start} ${months} months`);
  return day(isoText(year, month, Math.min(Number(start.slice(8)), daysInMonth(year, month))));
}

/**
 * Returns the day `days` later.
 *
 * @param days a whole number, negative to go back.
 * @throws RangeError if days is not a whole number or the result is outside 1900 to 9999.
 */
export function addDays(start: Day, days: number): Day {
  requireInteger(days, "Days");
  return dayFromDate(new Date(dateFromDay(start).getTime() + days * DAY_MS));
}

/** Returns the number of days between two days: 0 for the same day, 1 from one day to the next, negative backwards. */
export function daysBetween(from: Day, to: Day): number {
  return (dateFromDay(to).getTime() - dateFromDay(from).getTime()) / DAY_MS;
}

/**
 * Returns the end date of a contract: its start plus its months, see {@link addMonths}.
 *
 * @param months the contract's duration, a whole number.
 * @throws RangeError as {@link addMonths} does.
 */
export function contractEnd(start: Day, months: number): Day {
  return addMonths(start, months);
}

/**
 * Returns the day on which each month of a contract starts, the start itself first.
 *
 * @param months number of months, a whole number from 0.
 * @throws RangeError if months is negative or not whole, or a day would be outside 1900 to 9999.
 */
export function monthStarts(start: Day, months: number): Day[] {
  requireInteger(months, "Months");
  if (months < 0) throw new RangeError(`months must not be negative: ${months}`);
  const days: Day[] = [];
  for (let month = 0; month < months; month++) days.push(addMonths(start, month));
  return days;
}

/**
 * Converts a Postgres `date` as Prisma returns it.
 *
 * @param date midnight UTC of the day.
 * @throws RangeError for any other time of day, whose date depends on a zone ({@link todayIn}), for an invalid date, or
 * outside 1900 to 9999.
 */
export function dayFromDate(date: Date): Day {
  const [iso = "", time] = date.toISOString().split("T");
  if (time !== "00:00:00.000Z") throw new RangeError(`date is not midnight UTC: ${date.toISOString()}`);
  return day(iso);
}

/** Converts a day to what Prisma takes for a Postgres `date`: midnight UTC. */
export function dateFromDay(value: Day): Date {
  return new Date(`${value}T00:00:00.000Z`);
}

/**
 * Formats a day for people: "01.03.2027" in German, French and Spanish (any region), otherwise "Mar 1, 2027".
 *
 * @param locale a BCP 47 tag.
 * @throws RangeError if the locale is not a valid tag.
 */
export function formatDay(value: Day, locale: string): string {
  if (!isNumeric(locale)) return englishFormat.format(dateFromDay(value));
  return `${value.slice(8)}.${value.slice(5, 7)}.${value.slice(0, 4)}`;
}

function isNumeric(locale: string): boolean {
  return cached(numericLocales, locale, () => NUMERIC_DATE_LANGUAGES.has(new Intl.Locale(locale).language));
}

/**
 * Formats the time of day in a time zone: "09:05" in all languages, because browsers and servers space "9:05 AM"
 * differently.
 *
 * @param timeZone an IANA name, see {@link isTimeZone}.
 * @throws RangeError for an unknown zone or an invalid date.
 */
export function formatTime(moment: Date, timeZone: string): string {
  const format = cached(
    timeFormats,
    timeZone,
    () => new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" }),
  );
  return format.format(moment);
}

/**
 * Formats the month of a day, spelled out in the locale: "März 2027", "March 2027".
 *
 * @param locale a BCP 47 tag.
 * @throws RangeError if the locale is not a valid tag.
 */
export function formatMonth(value: Day, locale: string): string {
  const format = cached(
    monthFormats,
    locale,
    () =>
      new Intl.DateTimeFormat(locale, {
        calendar: "gregory",
        month: "long",
        year: "numeric",
        timeZone: "UTC",
      }),
  );
  return format.format(dateFromDay(value));
}

/** Formats the month of a day in the locale's shortest usual form, without the year: "Mär", "Mar". */
export function formatMonthShort(value: Day, locale: string): string {
  const format = cached(
    shortMonthFormats,
    locale,
    () => new Intl.DateTimeFormat(locale, { calendar: "gregory", month: "short", timeZone: "UTC" }),
  );
  return format.format(dateFromDay(value));
}

function cached<T>(cache: Map<string, T>, key: string, make: () => T): T {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const made = make();
  if (cache.size < MAX_KEPT) cache.set(key, made);
  return made;
}
