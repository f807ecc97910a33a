import { expect, test } from "vitest";
import { day } from "../shared/dates";
import { keptUntil } from "./keeping";

test("[PAY-16] documents are kept for eight years after the year of their issue", () => {
  expect(keptUntil(day("2026-01-01"))).toBe("2034-12-31");
  expect(keptUntil(day("2026-12-31"))).toBe("2034-12-31");
});
