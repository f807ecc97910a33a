import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, day, formatDay } from "~/domain/shared/dates";
import { dayFormatOf, readDay, showDay, type DayFormat } from "./typed-day";

const german: DayFormat = { language: "de", american: false };
const american: DayFormat = { language: "en", american: true };
const british: DayFormat = { language: "en", american: false };

describe("[LEAD-06] a date as people enter it", () => {
  test.each([
    ["3.2.26", german, "2026-02-03"],
    ["03.02.2026", german, "2026-02-03"],
    [" 3. 2. 2026 ", german, "2026-02-03"],
    ["2026-02-03", german, "2026-02-03"],
    ["2026/2/3", german, "2026-02-03"],
    ["03/02/2026", german, "2026-02-03"],
    ["03/02/2026", british, "2026-02-03"],
    ["03/02/2026", american, "2026-03-02"],
    ["3-2-26", american, "2026-03-02"],
    // With dots, the day comes first everywhere.
    ["3.2.26", american, "2026-02-03"],
    // Only one order gives a date.
    ["13/02/2026", american, "2026-02-13"],
    ["3 Feb 2026", american, "2026-02-03"],
    ["Feb 3, 2026", american, "2026-02-03"],
    ["february 3 2026", american, "2026-02-03"],
    ["3. Februar 2026", german, "2026-02-03"],
    ["1. März 26", german, "2026-03-01"],
    ["1 mrz 26", german, null],
    ["3 Dec 2026", german, "2026-12-03"],
    ["3 févr. 2026", { language: "fr", american: false }, "2026-02-03"],
    ["1 août 2026", { language: "fr", american: false }, "2026-08-01"],
    ["3 jui 2026", { language: "fr", american: false }, null],
    ["3 de febrero de 2026", { language: "es", american: false }, "2026-02-03"],
    ["3.2.69", german, "2069-02-03"],
    ["3.2.70", german, "1970-02-03"],
    ["29.02.2028", german, "2028-02-29"],
    ["29.02.2027", german, null],
    ["31/04/2026", american, null],
    ["3.2", german, null],
    ["3.2.202", german, null],
    ["3.2.2", german, null],
    ["202-3-2", german, null],
    ["3.2-2026", german, null],
    ["tomorrow", american, null],
    ["", german, null],
    ["9".repeat(50), german, null],
  ] as const)("%j is read as %s", (typed, format, iso) => {
    expect(readDay(typed, format)).toBe(iso);
  });

  test("shows a day so that it is read as the same day, in every language", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100_000 }),
        fc.constantFrom("de", "en", "fr", "es"),
        fc.boolean(),
        (days, language, american) => {
          const date = addDays(day("1970-01-01"), days);
          expect(readDay(formatDay(date, language), { language, american })).toBe(date);
          expect(readDay(date, { language, american })).toBe(date);
        },
      ),
    );
  });

  test("keeps text that is not a date unchanged", () => {
    expect(showDay("soon", german)).toBe("soon");
    expect(showDay("3.2.26", german)).toBe("03.02.2026");
    expect(showDay("3.2.26", american)).toBe("Feb 3, 2026");
  });

  test("takes the order from the browser's regional variant of the page's language", () => {
    expect(dayFormatOf("en", ["de-DE", "en-US", "en"]).american).toBe(true);
    expect(dayFormatOf("en", ["en"]).american).toBe(true);
    expect(dayFormatOf("en", ["en-GB", "en-US"]).american).toBe(false);
    expect(dayFormatOf("en", ["de-DE"]).american).toBe(false);
    expect(dayFormatOf("de", ["en-US", "de"]).american).toBe(false);
  });
});
