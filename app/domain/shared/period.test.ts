import { describe, expect, test } from "vitest";
import { day } from "./dates";
import {
  closedPeriod,
  endsOf,
  hasPeriod,
  isWithin,
  namedPeriod,
  periodBefore,
  periodNames,
  periodParams,
  periodProblem,
  readPeriod,
} from "./period";

const today = day("2026-11-22");
const read = (search: string) => readPeriod(new URLSearchParams(search), today);

describe("[LEAD-15] a period in the address", () => {
  test.each([
    ["this-month", "2026-11-01", "2026-11-30"],
    ["last-month", "2026-10-01", "2026-10-31"],
    ["this-quarter", "2026-10-01", "2026-12-31"],
    ["this-year", "2026-01-01", "2026-12-31"],
    ["last-year", "2025-01-01", "2025-12-31"],
  ] as const)("%s is %s to %s", (name, from, to) => {
    expect(read(`period=${name}`)).toEqual({ name, from, to });
  });

  test("may be a named one at the turn of a year and in a leap year", () => {
    expect(namedPeriod("last-month", day("2027-01-31"))).toEqual({ from: "2026-12-01", to: "2026-12-31" });
    expect(namedPeriod("this-month", day("2028-02-29"))).toEqual({ from: "2028-02-01", to: "2028-02-29" });
    for (const [month, first] of [
      ["01", "01"],
      ["03", "01"],
      ["04", "04"],
      ["12", "10"],
    ]) {
      expect(namedPeriod("this-quarter", day(`2026-${month}-15`)).from).toBe(`2026-${first}-01`);
    }
  });

  test("may consist of two days in any language's notation, or only the first or last day", () => {
    const days = { name: null, from: "2026-02-03", to: "2026-03-01" };
    expect(read("from=2026-02-03&to=2026-03-01")).toEqual(days);
    expect(read("from=3.2.2026&to=01.03.2026")).toEqual(days);
    expect(read("period=days&from=2026-02-03&to=2026-03-01")).toEqual(days);
    expect(read("from=%E2%80%8E3.2.2026&to=2026-03-01")).toEqual(days);
    const [since, until] = [read("from=2026-02-03")!, read("to=3.2.2026")!];
    expect(endsOf(since)).toEqual({ from: "2026-02-03", to: null });
    expect(endsOf(until)).toEqual({ from: null, to: "2026-02-03" });
    const isIn = (one: string) => [isWithin(day(one), since), isWithin(day(one), until)];
    expect(isIn("2026-02-02")).toEqual([false, true]);
    expect(isIn("2026-02-03")).toEqual([true, true]);
    expect(isIn("2060-01-01")).toEqual([true, false]);
    expect(periodParams(since)).toEqual({ period: null, from: "2026-02-03", to: null });
    expect(periodParams(until)).toEqual({ period: null, from: null, to: "2026-02-03" });
  });

  test("has both ends in a report: up to today and at most 20 years", () => {
    const closed = (search: string) => closedPeriod(read(search)!, today);
    const days = (from: string, to: string) => ({ name: null, from, to });
    expect(closed("from=2026-02-03")).toEqual(days("2026-02-03", "2026-11-22"));
    expect(closed("from=2027-02-03")).toEqual(days("2027-02-03", "2027-02-03"));
    expect(closed("from=1990-02-03")).toEqual(days("2006-11-23", "2026-11-22"));
    expect(closed("to=2026-02-03")).toEqual(days("2006-02-04", "2026-02-03"));
    expect(closed("from=2026-02-03&to=2026-03-01")).toEqual(days("2026-02-03", "2026-03-01"));
    expect(closed("period=this-year")).toEqual(read("period=this-year"));
  });

  test.each([
    "",
    "period=next-month",
    "period=",
    "from=2026-02-30",
    "from=yesterday&to=x",
    "from=03.02.2026x",
    "from=9999-12-31",
    "to=1900-01-01",
    "from=2026-03-01&to=2026-02-03",
    "from=2006-01-01&to=2026-01-01",
    "period=all&from=2026-02-03&to=2026-03-01",
  ])("is null for %j", (search) => {
    expect(read(search)).toBeNull();
    expect(hasPeriod(new URLSearchParams(search))).toBe(false);
  });

  test.each([
    ["from=yesterday&to=2026-02-03", "not_a_day"],
    ["from=2026-02-30", "not_a_day"],
    ["to=9999-12-31", "not_a_day"],
    ["from=2026-02-04&to=2026-02-03", "order"],
    ["from=2006-01-01&to=2026-01-01", "too_long"],
    ["from=2006-01-01&to=2025-12-31", null],
    ["from=2026-02-03&to=2026-02-03", null],
    ["from=&to=", null],
    ["period=this-year&from=x", null],
    ["period=all&from=x", null],
  ])("reports the problem of %j: %s", (search, problem) => {
    expect(periodProblem(new URLSearchParams(search))).toBe(problem);
  });

  test("contains its days from the first to the last", () => {
    const days = { from: day("2026-02-03"), to: day("2026-02-04") };
    const found = ["2026-02-02", "2026-02-03", "2026-02-04", "2026-02-05"].filter((one) => isWithin(day(one), days));
    expect(found).toEqual(["2026-02-03", "2026-02-04"]);
    expect(isWithin(day("2026-02-02"), null)).toBe(true);
  });

  test("is written back to the address unchanged", () => {
    for (const name of periodNames) {
      expect(periodParams(read(`period=${name}`))).toEqual({ period: name, from: null, to: null });
    }
    expect(periodParams(read("from=2026-02-03&to=2026-03-01"))).toEqual({
      period: null,
      from: "2026-02-03",
      to: "2026-03-01",
    });
    expect(periodParams(null)).toEqual({ period: null, from: null, to: null });
  });
});

describe("[REP-01] the period before", () => {
  test.each([
    ["2026-11-01", "2026-11-30", "2026-10-01", "2026-10-31"],
    ["2026-03-01", "2026-03-31", "2026-02-01", "2026-02-28"],
    ["2026-10-01", "2026-12-31", "2026-07-01", "2026-09-30"],
    ["2026-01-01", "2026-12-31", "2025-01-01", "2025-12-31"],
    ["2026-11-16", "2026-11-22", "2026-11-09", "2026-11-15"],
    ["2026-11-01", "2026-11-22", "2026-10-10", "2026-10-31"],
    ["2026-11-22", "2026-11-22", "2026-11-21", "2026-11-21"],
  ])("of %s to %s is %s to %s", (from, to, before, until) => {
    expect(periodBefore({ from: day(from), to: day(to) })).toEqual({ from: before, to: until });
  });
});
