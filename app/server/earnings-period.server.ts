import { ALL_DAYS, namedPeriod, readPeriod, type ChosenPeriod } from "~/domain/shared/period";
import type { Scope } from "~/domain/shared/scope";

/** Returns the period of the earnings from the URL: this year by default; null for all days. */
export async function readEarningsPeriod(scope: Scope, params: URLSearchParams): Promise<ChosenPeriod | null> {
  if (params.get("period") === ALL_DAYS) return null;
  const today = await scope.today();
  return readPeriod(params, today) ?? { name: "this-year", ...namedPeriod("this-year", today) };
}
