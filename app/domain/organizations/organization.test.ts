import { expect, test } from "vitest";
import { timeZones } from "./organization";

test("[ORG-06] every time zone is listed once and sorted, with an older name only if it is set", () => {
  const zones = timeZones("US/Pacific");
  expect(zones).toEqual([...new Set(zones)].sort());
  expect(zones).toEqual(expect.arrayContaining(["Europe/Berlin", "UTC", "US/Pacific"]));
  expect(timeZones("UTC")).not.toContain("US/Pacific");
});
