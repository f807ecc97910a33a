import { periodParams, type ChosenPeriod } from "~/domain/shared/period";
import { ALL_LEADS } from "~/paths/lead-view";
import { paths } from "~/paths/paths";

/** The lists behind the figures of a period, of all affiliates or of one. */
export function linksOf(chosen: ChosenPeriod, affiliate?: string) {
  const filters: Record<string, string> = affiliate ? { affiliate } : {};
  for (const [name, value] of Object.entries(periodParams(chosen))) if (value) filters[name] = value;
  return {
    leads: paths.leads({ status: ALL_LEADS, ...filters }),
    qualified: paths.leads({ status: "qualified", ...filters }),
    won: paths.leads({ tab: "deals", ...filters }),
    deals: paths.leads({ tab: "deals", ...filters }),
    paid: paths.transactions(filters),
    owed: paths.commissions(filters),
    planned: paths.commissions({ tab: "planned", ...filters }),
  };
}
