import fc from "fast-check";
import { expect, test } from "vitest";
import { medianOf } from "./median";

test("[REP-01] the median of counted days equals the median of the single days", () => {
  expect(medianOf([])).toBeNull();
  expect(medianOf([{ days: 4, count: 1 }])).toBe(4);
  expect(
    medianOf([
      { days: 9, count: 1 },
      { days: 2, count: 1 },
    ]),
  ).toBe(5.5);
  expect(
    medianOf([
      { days: 0, count: 3 },
      { days: 100, count: 2 },
    ]),
  ).toBe(0);
  const days = fc.array(fc.nat({ max: 6 }), { minLength: 1, maxLength: 15 });
  fc.assert(
    fc.property(days, (all) => {
      const counts = [...new Set(all)].map((one) => ({
        days: one,
        count: all.filter((other) => other === one).length,
      }));
      const sorted = all.toSorted((one, two) => one - two);
      const middle = sorted.length / 2;
      const wanted = (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2;
      expect(medianOf(counts)).toBe(wanted);
    }),
  );
});
