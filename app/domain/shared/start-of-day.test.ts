import { describe, expect, test } from "vitest";
import { day, startOfDay } from "./dates";

describe("[LEAD-15] the start of a day in a time zone", () => {
  test.each([
    ["2026-11-22", "UTC", "2026-11-22T00:00:00.000Z"],
    ["2026-11-22", "Europe/Berlin", "2026-11-21T23:00:00.000Z"],
    ["2026-07-01", "Europe/Berlin", "2026-06-30T22:00:00.000Z"],
    ["2026-03-29", "Europe/Berlin", "2026-03-28T23:00:00.000Z"],
    ["2026-03-30", "Europe/Berlin", "2026-03-29T22:00:00.000Z"],
    ["2026-11-22", "America/Los_Angeles", "2026-11-22T08:00:00.000Z"],
    ["2026-11-22", "Pacific/Kiritimati", "2026-11-21T10:00:00.000Z"],
    ["2026-11-22", "Pacific/Pago_Pago", "2026-11-22T11:00:00.000Z"],
    ["2026-11-22", "Asia/Kathmandu", "2026-11-21T18:15:00.000Z"],
    // At midnight the clock moves forward to one o'clock.
    ["2026-09-06", "America/Santiago", "2026-09-06T04:00:00.000Z"],
  ])("is correct for %s in %s", (text, zone, moment) => {
    expect(startOfDay(day(text), zone).toISOString()).toBe(moment);
  });
});
