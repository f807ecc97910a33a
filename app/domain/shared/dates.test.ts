import fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  addDays,
  addMonths,
  contractEnd,
  dateFromDay,
  day,
  dayFromDate,
  daysBetween,
  formatDay,
  formatMonth,
  isDay,
  isTimeZone,
  monthStarts,
  parseDay,
  todayIn,
  yearOf,
} from "./dates.ts";

const NORMAL_YEAR = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** The calendar rules without `Date`. */
function monthLength(year: number, month: number): number {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return month === 2 && leap ? 29 : NORMAL_YEAR[month - 1]!;
}

function write(year: number, month: number, dayOfMonth: number): string {
  return `${year}-${String(month).padStart(2, "0")}-${String(dayOfMonth).padStart(2, "0")}`;
}

/** Steps through the calendar month by month and clamps once at the end. */
function stepMonths(start: string, months: number): string {
  let [year, month] = start.split("-").map(Number) as [number, number];
  for (let step = 0; step < Math.abs(months); step++) {
    month += Math.sign(months);
    if (month === 13) [year, month] = [year + 1, 1];
    if (month === 0) [year, month] = [year - 1, 12];
  }
  return write(year, month, Math.min(Number(start.split("-")[2]), monthLength(year, month)));
}

/** Returns the days since the start of year 1, counting the leap days of earlier years. */
function dayNumber(text: string): number {
  const [year, month, dayOfMonth] = text.split("-").map(Number) as [number, number, number];
  const before = year - 1;
  let days = before * 365 + Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400);
  for (let each = 1; each < month; each++) days += monthLength(year, each);
  return days + dayOfMonth;
}

const days = fc
  .tuple(fc.integer({ min: 1900, max: 9999 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 31 }))
  .filter(([year, month, dayOfMonth]) => dayOfMonth <= monthLength(year, month))
  .map(([year, month, dayOfMonth]) => day(write(year, month, dayOfMonth)));

describe("[LEAD-09] contract months", () => {
  test("[LEAD-09] start at the end of February after 31 January, and on 31 March a month later", () => {
    expect(addMonths(day("2027-01-31"), 1)).toBe("2027-02-28");
    expect(addMonths(day("2028-01-31"), 1)).toBe("2028-02-29");
    expect(addMonths(day("2100-01-31"), 1)).toBe("2100-02-28");
    expect(addMonths(day("2027-01-31"), 2)).toBe("2027-03-31");
    expect(addMonths(day("2027-01-31"), 3)).toBe("2027-04-30");
    expect(addMonths(day("2028-02-29"), 12)).toBe("2029-02-28");
    expect(addMonths(day("2028-02-29"), 48)).toBe("2032-02-29");
    expect(addMonths(day("2027-11-15"), 2)).toBe("2028-01-15");
    expect(addMonths(day("2027-01-01"), 0)).toBe("2027-01-01");
  });

  test("[LEAD-09] may be negative", () => {
    expect(addMonths(day("2027-03-31"), -1)).toBe("2027-02-28");
    expect(addMonths(day("2027-01-31"), -1)).toBe("2026-12-31");
    expect(addMonths(day("2027-01-31"), -14)).toBe("2025-11-30");
  });

  test("[LEAD-09] added to the start give the end date", () => {
    expect(contractEnd(day("2027-03-01"), 12)).toBe("2028-03-01");
    expect(contractEnd(day("2027-08-31"), 6)).toBe("2028-02-29");
    expect(contractEnd(day("2027-08-31"), 1)).toBe("2027-09-30");
  });

  test("[LEAD-09] are each counted from the contract's start", () => {
    const starts = ["2027-12-31", "2028-01-31", "2028-02-29", "2028-03-31", "2028-04-30"];
    expect(monthStarts(day("2027-12-31"), 5)).toEqual(starts);
    expect(monthStarts(day("2027-12-31"), 1)).toEqual(["2027-12-31"]);
    expect(monthStarts(day("2027-12-31"), 0)).toEqual([]);
    expect(() => monthStarts(day("2027-12-31"), -1)).toThrow(RangeError);
    expect(() => monthStarts(day("2027-12-31"), 1.5)).toThrow(RangeError);
  });

  test("[LEAD-09] do not drift over 1200 months", () => {
    const starts = monthStarts(day("2027-01-31"), 1200);
    expect(starts).toHaveLength(1200);
    starts.forEach((each, index) => {
      const year = 2027 + Math.floor(index / 12);
      const month = (index % 12) + 1;
      expect(each).toBe(write(year, month, monthLength(year, month)));
    });
    expect(addMonths(day("2027-01-31"), 1200)).toBe("2127-01-31");
  });

  test("[LEAD-09] agree with a calendar stepped month by month", { timeout: 60_000 }, () => {
    const starts = days.filter((each) => each >= "2000-01-01" && each < "9899-01-01");
    fc.assert(
      fc.property(starts, fc.integer({ min: -1200, max: 1200 }), (start, months) => {
        expect(addMonths(start, months)).toBe(stepMonths(start, months));
        expect(contractEnd(start, months)).toBe(stepMonths(start, months));
      }),
      { numRuns: 5000 },
    );
    fc.assert(
      fc.property(starts, fc.integer({ min: 0, max: 120 }), (start, months) => {
        const expected = Array.from({ length: months }, (_, index) => stepMonths(start, index));
        expect(monthStarts(start, months)).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  test("[LEAD-09] have days that agree with a calendar counted by its leap years", { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(days, days, (from, to) => {
        const distance = dayNumber(to) - dayNumber(from);
        expect(daysBetween(from, to)).toBe(distance);
        expect(addDays(from, distance)).toBe(to);
        expect(Math.sign(distance)).toBe(from < to ? 1 : from > to ? -1 : 0);
      }),
      { numRuns: 5000 },
    );
  });

  test("[LEAD-09] have days that cross months, years and leap days", () => {
    expect(addDays(day("2027-02-28"), 1)).toBe("2027-03-01");
    expect(addDays(day("2028-02-28"), 1)).toBe("2028-02-29");
    expect(addDays(day("2028-01-01"), -1)).toBe("2027-12-31");
    expect(daysBetween(day("2027-03-27"), day("2027-03-29"))).toBe(2);
    expect(daysBetween(day("2027-03-29"), day("2027-03-27"))).toBe(-2);
    expect(daysBetween(day("2027-03-29"), day("2027-03-29"))).toBe(0);
  });

  test("[LEAD-09] reject fractions and days outside the calendar", () => {
    for (const value of [1.5, 1e-13, NaN, Infinity, 1e300]) {
      expect(() => addMonths(day("2027-01-31"), value)).toThrow(RangeError);
      expect(() => addDays(day("2027-01-31"), value)).toThrow(RangeError);
    }
    expect(() => addMonths(day("9999-12-31"), 1)).toThrow("date outside the calendar: 9999-12-31 1 months");
    expect(() => addMonths(day("1900-01-01"), -1)).toThrow("date outside the calendar: 1900-01-01 -1 months");
    expect(addMonths(day("9999-11-30"), 1)).toBe("9999-12-30");
    expect(addMonths(day("1900-02-01"), -1)).toBe("1900-01-01");
    expect(() => addMonths(day("2027-01-31"), Number.MAX_SAFE_INTEGER)).toThrow(RangeError);
    expect(() => addDays(day("9999-12-31"), 1)).toThrow(RangeError);
    expect(() => addDays(day("1900-01-01"), -1)).toThrow(RangeError);
    expect(() => addDays(day("2027-01-31"), Number.MAX_SAFE_INTEGER)).toThrow(RangeError);
  });

  test("[LEAD-09] accept only real calendar dates as days", () => {
    expect(["1900-01-01", "2027-12-31"].map((text) => yearOf(day(text)))).toEqual([1900, 2027]);
    for (const text of ["2027-03-01", "2028-02-29", "2000-02-29", "1900-01-01", "9999-12-31"]) {
      expect(isDay(text), text).toBe(true);
      expect(day(text)).toBe(text);
    }
    const refused = ["2027-02-29", "2100-02-29", "1900-02-29", "2027-04-31", "2027-13-01", "2027-00-10"];
    refused.push("2027-01-00", "2027-01-32", "1899-12-31", "0099-01-01", "10000-01-01", "2027-3-1", "");
    refused.push("2027-03-01T00:00:00Z", " 2027-03-01", "2027-03-01\n", "20270301", "٢٠٢٧-٠٣-٠١");
    for (const text of refused) {
      expect(isDay(text), text).toBe(false);
      expect(() => day(text), text).toThrow(RangeError);
    }
  });

  test("[LEAD-09] accept entered dates with the day first", () => {
    const typed = "2027-03-01|01.03.2027|1.3.2027|01/03/2027|1/3/2027| 1.3.2027\t|\u00a001.03.2027";
    for (const text of typed.split("|")) expect(parseDay(text), text).toBe("2027-03-01");
    expect(parseDay("31.12.2027")).toBe("2027-12-31");
    expect(parseDay("29.02.2028")).toBe("2028-02-29");
    const refused = ["", " ", "29.02.2027", "31.04.2027", "12/31/2027", "1.3.27", "1.3/2027", "1-3-2027"];
    refused.push("2027-3-1", "2027/03/01", "2027.03.01", "1. 3. 2027", "001.03.2027", "1.3.1899", "1.3.02027");
    for (const text of refused) expect(parseDay(text), text).toBeNull();
  });

  test("[LEAD-09] convert a database date only if it is midnight UTC", () => {
    expect(dayFromDate(new Date("2027-03-28T00:00:00.000Z"))).toBe("2027-03-28");
    expect(dateFromDay(day("2027-03-28")).getTime()).toBe(Date.UTC(2027, 2, 28));
    fc.assert(
      fc.property(days, (each) => {
        expect(dayFromDate(dateFromDay(each))).toBe(each);
      }),
    );
    expect(() => dayFromDate(new Date("2027-03-28T00:00:00.001Z"))).toThrow(RangeError);
    expect(() => dayFromDate(new Date("2027-03-28T22:00:00.000Z"))).toThrow(RangeError);
    expect(() => dayFromDate(new Date(NaN))).toThrow(RangeError);
    expect(() => dayFromDate(new Date(Date.UTC(10_000, 0, 1)))).toThrow(RangeError);
  });
});

describe("[ORG-06] today in the organization's time zone", () => {
  /** Local midnights as instants: the day starts here, and a millisecond earlier it is still the day before. */
  const midnights: [string, string, string, string][] = [
    ["Europe/Berlin", "winter", "2027-01-14T23:00:00Z", "2027-01-15"],
    ["Europe/Berlin", "summer", "2027-07-14T22:00:00Z", "2027-07-15"],
    ["Europe/Berlin", "the morning clocks go forward", "2027-03-27T23:00:00Z", "2027-03-28"],
    ["Europe/Berlin", "the night after", "2027-03-28T22:00:00Z", "2027-03-29"],
    ["Europe/Berlin", "the morning clocks go back", "2027-10-30T22:00:00Z", "2027-10-31"],
    ["Europe/Berlin", "the night after", "2027-10-31T23:00:00Z", "2027-11-01"],
    ["Europe/Berlin", "New Year", "2027-12-31T23:00:00Z", "2028-01-01"],
    ["Pacific/Auckland", "the morning clocks go back", "2027-04-03T11:00:00Z", "2027-04-04"],
    ["Pacific/Auckland", "the night after", "2027-04-04T12:00:00Z", "2027-04-05"],
    ["Pacific/Auckland", "the morning clocks go forward", "2027-09-25T12:00:00Z", "2027-09-26"],
    ["Pacific/Auckland", "the night after", "2027-09-26T11:00:00Z", "2027-09-27"],
    ["Pacific/Auckland", "New Year", "2027-12-31T11:00:00Z", "2028-01-01"],
    ["America/New_York", "the morning clocks go forward", "2027-03-14T05:00:00Z", "2027-03-14"],
    ["America/New_York", "the night after", "2027-03-15T04:00:00Z", "2027-03-15"],
    ["America/New_York", "the morning clocks go back", "2027-11-07T04:00:00Z", "2027-11-07"],
    ["America/New_York", "the night after", "2027-11-08T05:00:00Z", "2027-11-08"],
    ["America/New_York", "a leap day", "2028-02-29T05:00:00Z", "2028-02-29"],
    ["UTC", "midnight", "2027-03-01T00:00:00Z", "2027-03-01"],
  ];
  test.each(midnights)("[ORG-06] in %s, %s: at %s becomes %s", (zone, _name, instant, expected) => {
    const midnight = new Date(instant).getTime();
    expect(todayIn(zone, new Date(midnight))).toBe(expected);
    expect(todayIn(zone, new Date(midnight - 1))).toBe(addDays(day(expected), -1));
  });

  test("[ORG-06] differs between zones at the same instant", () => {
    const instant = new Date("2027-03-01T11:30:00Z");
    expect(todayIn("Pacific/Auckland", instant)).toBe("2027-03-02");
    expect(todayIn("Europe/Berlin", instant)).toBe("2027-03-01");
    expect(todayIn("Pacific/Pago_Pago", instant)).toBe("2027-03-01");
    expect(todayIn("Pacific/Pago_Pago", new Date("2027-03-01T10:30:00Z"))).toBe("2027-02-28");
    expect(todayIn("europe/berlin", instant)).toBe("2027-03-01");
  });

  test("[ORG-06] accepts zones by name only", () => {
    const known = ["Europe/Berlin", "Pacific/Auckland", "America/New_York", "America/Argentina/Buenos_Aires"];
    for (const name of [...known, "UTC", "Etc/GMT+2"]) expect(isTimeZone(name), name).toBe(true);
    const unknown = "| |Mars/Olympus|Europe/Berlin |+02:00|-0500|GMT+2|Berlin|Asia/Bang\u212aok";
    for (const name of unknown.split("|")) {
      expect(isTimeZone(name), name).toBe(false);
      expect(() => todayIn(name, new Date("2027-03-01T12:00:00Z")), name).toThrow(RangeError);
    }
    expect(todayIn("Asia/Bangkok", new Date("2027-03-01T17:00:00Z"))).toBe("2027-03-02");
    expect(isTimeZone("Asia/Bang\u212aok")).toBe(false);
  });

  test("[ORG-06] rejects instants without a date", () => {
    expect(() => todayIn("Europe/Berlin", new Date(NaN))).toThrow(RangeError);
    expect(() => todayIn("Europe/Berlin", new Date(Date.UTC(1800, 0, 1)))).toThrow(RangeError);
  });
});

describe("[I18N-03] formatting dates", () => {
  test("[I18N-03] uses dd.MM.yyyy for German, French and Spanish in every region", () => {
    for (const locale of ["de", "de-AT", "de-CH", "fr", "fr-CA", "es", "es-MX", "DE-de"]) {
      expect(formatDay(day("2027-03-01"), locale), locale).toBe("01.03.2027");
    }
    expect(formatDay(day("2027-12-31"), "de")).toBe("31.12.2027");
  });

  test("[I18N-03] uses English notation for every other locale", () => {
    for (const locale of ["en", "en-US", "en-GB", "it", "pl"]) {
      expect(formatDay(day("2027-03-01"), locale), locale).toBe("Mar 1, 2027");
    }
    expect(formatDay(day("2027-12-31"), "en")).toBe("Dec 31, 2027");
    expect(formatDay(day("2027-09-30"), "en-GB")).toBe("Sep 30, 2027");
  });

  test("[I18N-03] spells out the month in the locale, on its first and last day", () => {
    const expected = {
      de: "März 2027",
      en: "March 2027",
      "en-GB": "March 2027",
      fr: "mars 2027",
      es: "marzo de 2027",
    };
    for (const [locale, month] of Object.entries(expected)) {
      expect(formatMonth(day("2027-03-01"), locale), locale).toBe(month);
      expect(formatMonth(day("2027-03-31"), locale), locale).toBe(month);
    }
  });

  test("[I18N-03] rejects invalid locales", () => {
    expect(() => formatDay(day("2027-03-01"), "de_DE")).toThrow(RangeError);
    expect(() => formatMonth(day("2027-03-01"), "de_DE")).toThrow(RangeError);
  });
});
