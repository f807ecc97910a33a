import { dealOrders } from "~/domain/deals/deal-view";
import { listDeals, mayOrderByAmount, usualDealOrder } from "~/domain/deals/list-deals.server";
import { affiliateChoices } from "~/domain/affiliates/affiliate-choices.server";
import { countLeads, countsOfTabs } from "~/domain/leads/count-leads.server";
import { leadBoard } from "~/domain/leads/lead-board.server";
import { leadTabs, type LeadTab } from "~/domain/leads/lead-filter";
import { listLeads } from "~/domain/leads/list-leads.server";
import { matchLeads, matchTabs } from "~/domain/leads/match-leads.server";
import { parseOrder } from "~/domain/shared/order";
import type { Scope } from "~/domain/shared/scope";
import type { LeadView } from "./lead-view";

/** How many rows a view has; of a search perhaps more (`cut`). */
export type TabCount = { count: number; cut: boolean };

/** Everything a view of the leads screen shows. */
export async function loadLeads(scope: Scope, view: LeadView, params: URLSearchParams) {
  const { filter, tab } = view;
  const counts = await countLeads(scope, filter.affiliate);
  const matches = await matchTabs(scope, filter);
  const all = countsOfTabs(counts);
  const countOf = (one: LeadTab): TabCount => {
    const found = matches?.[one];
    return found ? { count: found.ids.length, cut: found.cut } : { count: all[one], cut: false };
  };
  const tabs = Object.fromEntries(leadTabs.map((one) => [one, countOf(one)])) as Record<LeadTab, TabCount>;
  const cursor = params.get("cursor");
  const { choices } = await affiliateChoices(scope, filter.affiliate);
  const shared = { tabs, affiliates: choices };

  if (tab === "deals") {
    const sortable = mayOrderByAmount(filter);
    const order = parseOrder(params.get("sort"), sortable ? dealOrders : ["close_date"], usualDealOrder);
    const deals = await listDeals(scope, { filter, matches: matches?.deals, order, cursor });
    return { ...shared, list: { kind: "deals" as const, deals, order, sortable } };
  }
  if (tab === "archive") {
    const leads = await listLeads(scope, { status: "lost", filter, matches: matches?.archive, cursor });
    return { ...shared, list: { kind: "archive" as const, leads } };
  }
  if (view.status) {
    // A search stops at its newest matches: among those of all open leads older ones of this status may be missing.
    const found = await matchLeads(scope, filter, [view.status]);
    const leads = await listLeads(scope, { status: view.status, filter, matches: found, cursor });
    return { ...shared, list: { kind: "status" as const, status: view.status, leads } };
  }
  const board = await leadBoard(scope, filter, counts, matches?.pipeline ?? null);
  return { ...shared, list: { kind: "board" as const, board } };
}

export type LeadLists = Awaited<ReturnType<typeof loadLeads>>;
