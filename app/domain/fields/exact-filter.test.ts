import { expect, test } from "vitest";
import { parseAmount, parseDecimal } from "../shared/read-amount";
import { exactFilter } from "./exact-filter";

const exact = (query: string, locale: string) => exactFilter(new URLSearchParams(query), locale)?.toString() ?? null;

test("[WORK-16] a filter that languages read differently gets a number that all read alike", () => {
  expect(exact("own_budget_from=5.000&q=1.000", "de")).toBe("own_budget_from=5000&q=1.000");
  expect(exact("own_budget_from=-5,125&own_size=1.000", "de")).toBe("own_budget_from=-5.1250&own_size=1.000");
  expect(exact("own_budget_from=5,000&own_budget_to=9.125", "en")).toBe("own_budget_from=5000&own_budget_to=9.1250");
  for (const query of ["own_budget_from=5.000,5", "own_start_to=2026-03-01", "own_budget_from=5.1250", "q=5.000"])
    expect(exact(query, "de")).toBeNull();
  for (const locale of ["de", "en", "fr", "es", undefined]) {
    expect(parseDecimal("9.1250", locale)).toBe("9.125");
    expect(parseAmount("9.1250", "KWD", locale)).toBe(9125);
  }
});
