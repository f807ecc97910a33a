import { ALL_DAYS, namedPeriod, readPeriod, type ChosenPeriod } from "~/domain/shared/period";
import type { Scope } from "~/domain/shared/scope";

/** The period of the earnings that an address asks for: this year unless it says another; null for all of them. */
export async function readEarningsPeriod(scope: Scope, params: URLSearchParams): Promise<ChosenPeriod | null> {
  if (params.get("period") === ALL_DAYS) return null;
  const today = await scope.today();
  return readPeriod(params, today) ?? { name: "this-year", ...namedPeriod("this-year", today) };
}
