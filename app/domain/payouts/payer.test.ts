import { expect, test } from "vitest";
import { day } from "../shared/dates";
import { usualUntil } from "./payer";

test.each([
  [null, "2026-03-10", "2026-02-28"],
  ["monthly", "2026-01-01", "2025-12-31"],
  ["quarterly", "2026-03-31", "2025-12-31"],
  ["quarterly", "2026-04-01", "2026-03-31"],
  ["yearly", "2026-11-28", "2025-12-31"],
  ["on_demand", "2026-11-28", "2026-11-28"],
] as const)("[PAY-05] with the rhythm %s, a run of %s proposes what is due until %s", (cadence, today, until) => {
  expect(usualUntil(cadence, day(today))).toBe(until);
});
