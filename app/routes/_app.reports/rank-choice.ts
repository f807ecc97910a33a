import type { RankBy } from "~/domain/reports/rank-affiliates.server";
import type { ReportFigures } from "~/domain/reports/read-figures.server";

/** Returns the values of the parameter `rank`: leads, deals, or a currency of the period's won volume. */
export function rankChoices({ deals }: Pick<ReportFigures, "deals">, defaultCurrency: string): string[] {
  const currencies = deals.amounts.map(({ currency }) => currency);
  const usual = currencies.filter((one) => one === defaultCurrency);
  return [...usual, ...currencies.filter((one) => one !== defaultCurrency), "deals", "leads"];
}

export const rankOf = (choice: string): RankBy =>
  choice === "leads" || choice === "deals" ? choice : { currency: choice };
