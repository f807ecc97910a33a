import { matchScreen } from "~/domain/deals/match-deals.server";
import { duplicateOf } from "~/domain/leads/duplicate-of.server";
import { neighborsOf } from "~/domain/leads/list-leads.server";
import { readLead } from "~/domain/leads/read-lead.server";
import { readLeadPage } from "~/domain/leads/read-lead-page.server";
import { readPeriod } from "~/domain/shared/period";
import type { Scope } from "~/domain/shared/scope";
import { leadViewOf } from "~/paths/lead-view";
import { paths } from "~/paths/paths";
import { leadListParams } from "~/server/list-params.server";

/** Reads everything the page of a lead shows; null for an unknown lead. `id` may be any value. */
export async function readPage(scope: Scope, id: unknown, params: URLSearchParams) {
  const lead = await readLead(scope, id);
  if (!lead) return null;
  return {
    lead,
    today: await scope.today(),
    duplicate: await duplicateOf(scope, { id: lead.id, email: lead.contact.email }),
    timeline: await readLeadPage(scope, lead.id),
    neighbors: await readNeighbors(scope, lead.id, params),
  };
}

/** Reads the leads before and after it in the list behind, with its filters and its order. Deals are another list. */
async function readNeighbors(scope: Scope, leadId: string, params: URLSearchParams) {
  const view = leadViewOf({ pathname: paths.leads(), search: `?${params}` });
  if (view.tab === "deals") return { previous: null, next: null };
  const filter = { ...view.filter, period: readPeriod(params, await scope.today()) };
  const matches = filter.search ? ((await matchScreen(scope, filter, view))?.shown ?? null) : null;
  const { sortable: _, ...wanted } = leadListParams(view, filter, params.get("sort"));
  return neighborsOf(scope, { ...wanted, matches }, leadId);
}
