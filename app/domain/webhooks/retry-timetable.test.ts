import { describe, expect, test } from "vitest";
import { ATTEMPTS, pauseAfter, readRetryAfter } from "./retry-timetable";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const pauses = [5_000, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];

describe("[HOOK-04] W3 retrying a delivery", () => {
  test("makes ten attempts, with these pauses varied by a fifth", () => {
    expect(ATTEMPTS).toBe(10);
    pauses.forEach((pause, index) => {
      const at = (random: number) => pauseAfter(index + 1, null, () => random);
      expect([at(0), at(0.5), at(1)]).toEqual([pause * 0.8, pause, pause * 1.2]);
    });
    expect(pauseAfter(10)).toBeNull();
    expect(pauseAfter(11)).toBeNull();
  });

  test("limits a requested delay to between the pause and twice the pause", () => {
    expect(pauseAfter(2, 0)).toBe(5 * MINUTE);
    expect(pauseAfter(2, 7 * MINUTE)).toBe(7 * MINUTE);
    expect(pauseAfter(2, 24 * HOUR)).toBe(10 * MINUTE);
    expect(pauseAfter(10, 1_000)).toBeNull();
  });

  test.each([
    ["0", 0],
    [" 120 ", 120_000],
    ["Sun, 22 Nov 2026 12:01:00 GMT", 60_000],
    ["Sun, 22 Nov 2026 11:00:00 GMT", 0],
    [null, null],
    ["", null],
    ["-5", null],
    ["1.5", null],
    ["soon", null],
    ["soon GMT", null],
    ["9999999999999", null],
    ["2026-11-22", null],
  ])("reads Retry-After %j as %j ms", (header, ms) => {
    expect(readRetryAfter(header, new Date("2026-11-22T12:00:00Z"))).toBe(ms);
  });
});
