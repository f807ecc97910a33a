import { expect, test } from "vitest";
import { formatTime } from "./dates.ts";

test("[ORG-06] the time of day is in the zone, with daylight saving time, from 00:00 to 23:59", () => {
  expect(formatTime(new Date("2027-03-01T08:05:59Z"), "Europe/Berlin")).toBe("09:05");
  expect(formatTime(new Date("2027-07-01T08:05:00Z"), "Europe/Berlin")).toBe("10:05");
  expect(formatTime(new Date("2027-03-01T23:00:00Z"), "Europe/Berlin")).toBe("00:00");
  expect(formatTime(new Date("2027-03-01T22:59:59Z"), "Europe/Berlin")).toBe("23:59");
  expect(formatTime(new Date("2027-03-01T12:00:00Z"), "Asia/Kathmandu")).toBe("17:45");
  expect(() => formatTime(new Date(NaN), "UTC")).toThrow(RangeError);
});
