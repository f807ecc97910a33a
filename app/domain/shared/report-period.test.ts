import { describe, expect, test } from "vitest";
import { addDays, day, daysBetween } from "./dates";
import { namedPeriod } from "./period";
import { comparedPeriod, unitsOf, wholeMonths } from "./report-period";

const period = (text: string) => {
  const [from, to] = text.split(" ").map((one) => day(one));
  return { from: from!, to: to! };
};

describe("[REP-01] the period to compare with", () => {
  test.each([
    // A finished period: the whole period before.
    ["2026-10-01 2026-10-31", "2026-11-22", "2026-09-01 2026-09-30"],
    ["2026-10-01 2026-10-31", "2026-10-31", "2026-09-01 2026-09-30"],
    // A current period: as many days as have passed.
    ["2026-11-01 2026-11-30", "2026-11-22", "2026-10-01 2026-10-22"],
    ["2026-11-01 2026-11-30", "2026-11-01", "2026-10-01 2026-10-01"],
    ["2026-01-01 2026-12-31", "2026-11-22", "2025-01-01 2025-11-22"],
    // The month before is shorter.
    ["2026-03-01 2026-03-31", "2026-03-30", "2026-02-01 2026-02-28"],
    // A future period.
    ["2026-12-01 2026-12-31", "2026-11-22", "2026-11-01 2026-11-30"],
  ])("for %s on %s is %s", (shown, today, before) => {
    expect(comparedPeriod(period(shown), day(today))).toEqual(period(before));
  });
});

describe("[REP-01] the parts of a period", () => {
  test("are days, weeks from Monday, months or years", () => {
    expect(unitsOf(period("2026-11-01 2026-11-30"))).toMatchObject({ unit: "day", parts: { length: 30 } });
    expect(unitsOf(period("2026-10-01 2026-12-31"))).toMatchObject({ unit: "week" });
    expect(unitsOf(period("2026-10-01 2026-12-31")).parts.slice(0, 2)).toEqual([
      period("2026-10-01 2026-10-04"),
      period("2026-10-05 2026-10-11"),
    ]);
    expect(unitsOf(period("2026-01-15 2026-12-31"))).toMatchObject({ unit: "month", parts: { length: 12 } });
    expect(unitsOf(period("1950-01-01 2200-12-31"))).toMatchObject({ unit: "year", parts: { length: 251 } });
  });

  test.each(["2026-02-03 2026-02-03", "2026-01-29 2026-04-30", "2025-12-15 2027-01-02", "1969-12-30 1970-02-10"])(
    "of %s are consecutive without a gap",
    (text) => {
      const { from, to } = period(text);
      const { parts } = unitsOf({ from, to });
      expect([parts[0]!.from, parts.at(-1)!.to]).toEqual([from, to]);
      for (const [index, part] of parts.entries()) {
        expect(part.from <= part.to).toBe(true);
        if (index > 0) expect(part.from).toBe(addDays(parts[index - 1]!.to, 1));
      }
    },
  );
});

describe("[REP-01] the whole months of a period", () => {
  test.each([
    ["2026-11-01 2026-11-30", "2026-11-01 2026-11-30", []],
    ["2026-11-01 2026-11-29", null, ["2026-11-01 2026-11-29"]],
    ["2026-01-31 2026-02-28", "2026-02-01 2026-02-28", ["2026-01-31 2026-01-31"]],
    ["2025-12-15 2027-01-02", "2026-01-01 2026-12-31", ["2025-12-15 2025-12-31", "2027-01-01 2027-01-02"]],
    ["2026-01-15 2026-02-15", null, ["2026-01-15 2026-02-15"]],
  ])("of %s are correct", (whole, months, days) => {
    expect(wholeMonths(period(whole))).toEqual({ months: months && period(months), days: days.map(period) });
  });

  test("and the days around them add up to the period", () => {
    for (let length = 1; length < 120; length += 7) {
      for (const from of ["2026-01-01", "2026-01-17", "2026-02-28"].map(day)) {
        const to = addDays(from, length - 1);
        const { months, days } = wholeMonths({ from, to });
        const counted = [...days, ...(months ? [months] : [])].map((one) => daysBetween(one.from, one.to) + 1);
        expect(counted.reduce((sum, count) => sum + count, 0)).toBe(length);
      }
    }
    const year = namedPeriod("this-year", day("2026-05-05"));
    expect(wholeMonths(year)).toEqual({ months: year, days: [] });
  });
});
