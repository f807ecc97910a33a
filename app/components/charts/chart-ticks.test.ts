import fc from "fast-check";
import { expect, test } from "vitest";
import { ticksUpTo } from "./chart-ticks";

test("[REP-01] the marks of an axis begin at 0, reach the highest bar and are whole round numbers", () => {
  expect(ticksUpTo(0)).toEqual([0, 1]);
  expect(ticksUpTo(3)).toEqual([0, 1, 2, 3]);
  expect(ticksUpTo(7)).toEqual([0, 2, 4, 6, 8]);
  expect(ticksUpTo(123_456)).toEqual([0, 50_000, 100_000, 150_000]);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 49 }), (top) => {
      const ticks = ticksUpTo(top);
      const [, step = 0] = ticks;
      expect(ticks[0]).toBe(0);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(top);
      expect((ticks.at(-2) ?? 0) < Math.max(top, 1)).toBe(true);
      expect(ticks.every(Number.isSafeInteger)).toBe(true);
      expect(String(step)).toMatch(/^[125]0*$/);
      expect(ticks.length).toBeLessThanOrEqual(6);
    }),
  );
});
