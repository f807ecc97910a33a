import { periodParams, type ChosenPeriod } from "~/domain/shared/period";
import type { ReportFigures } from "~/domain/reports/read-figures.server";
import type { DealChoice } from "~/domain/leads/lead-filter";
import { ALL_LEADS, reachedParam } from "~/paths/lead-view";
import { paths } from "~/paths/paths";

/**
 * Returns the lists behind the figures of a period, of all affiliates or of one. Each shows exactly what its figure
 * counts.
 */
export function linksOf(chosen: ChosenPeriod, affiliate?: string) {
  const filters: Record<string, string> = affiliate ? { affiliate } : {};
  for (const [name, value] of Object.entries(periodParams(chosen))) if (value) filters[name] = value;
  return {
    leads: paths.leads({ status: ALL_LEADS, ...filters }),
    qualified: paths.leads({ status: reachedParam("qualified"), ...filters }),
    won: paths.leads({ status: reachedParam("won"), ...filters }),
    deals: paths.leads({ tab: "deals", deals: "won" satisfies DealChoice, ...filters }),
    paid: paths.transactions(filters),
    owed: paths.commissions(filters),
    planned: paths.commissions({ tab: "planned", ...filters }),
  } satisfies Record<keyof ReportFigures, string>;
}
