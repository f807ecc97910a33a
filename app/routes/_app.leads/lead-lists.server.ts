import { dealOrders } from "~/domain/deals/deal-view";
import { listDeals, mayOrderByAmount, usualDealOrder } from "~/domain/deals/list-deals.server";
import { affiliateChoices } from "~/domain/affiliates/affiliate-choices.server";
import { countLeads, countsOfTabs } from "~/domain/leads/count-leads.server";
import { leadBoard } from "~/domain/leads/lead-board.server";
import { parseColumnSizes } from "~/domain/leads/lead-columns";
import { leadOrders, leadTabs, statusesOf, type LeadTab } from "~/domain/leads/lead-filter";
import { listLeads, mayOrderByCompany, usualLeadOrder } from "~/domain/leads/list-leads.server";
import { matchLeads, matchTabs } from "~/domain/leads/match-leads.server";
import { parseOrder } from "~/domain/shared/order";
import type { Scope } from "~/domain/shared/scope";
import type { Layout, LeadView } from "./lead-view";

/** How many rows a view has; of a search perhaps more (`cut`). */
export type TabCount = { count: number; cut: boolean };

/** Everything a view of the leads screen shows. */
export async function loadLeads(scope: Scope, view: LeadView, layout: Layout, params: URLSearchParams) {
  const { filter, tab, unpaid } = view;
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
    const sortable = mayOrderByAmount(filter, unpaid);
    const order = parseOrder(params.get("sort"), sortable ? dealOrders : ["close_date"], usualDealOrder);
    const deals = await listDeals(scope, { filter, matches: matches?.deals, order, cursor, unpaid });
    // How many of them have something to pay is counted nowhere.
    const total = unpaid ? undefined : tabs.deals;
    return { ...shared, list: { kind: "deals" as const, deals, total, order, sortable } };
  }
  if (tab === "archive") {
    const leads = await listLeads(scope, { statuses: ["lost"], filter, matches: matches?.archive, cursor });
    return { ...shared, list: { kind: "archive" as const, leads, total: tabs.archive } };
  }
  const { status } = view;
  const statuses = status ? [status] : statusesOf.pipeline;
  // A search stops at its newest matches: among those of all open leads older ones of this status may be missing.
  const found = status ? await matchLeads(scope, filter, statuses) : (matches?.pipeline ?? null);
  const total: TabCount = !status
    ? tabs.pipeline
    : found
      ? { count: found.ids.length, cut: found.cut }
      : { count: counts[status], cut: false };
  if (layout === "list") {
    const sortable = mayOrderByCompany(filter);
    const order = parseOrder(params.get("sort"), sortable ? leadOrders : ["created"], usualLeadOrder);
    const leads = await listLeads(scope, { statuses, filter, matches: found, order, cursor });
    return { ...shared, list: { kind: "list" as const, leads, total, order, sortable } };
  }
  if (status) {
    const leads = await listLeads(scope, { statuses, filter, matches: found, cursor });
    return { ...shared, list: { kind: "status" as const, status, leads, total } };
  }
  const board = await leadBoard(scope, filter, counts, found, parseColumnSizes(params));
  return { ...shared, list: { kind: "board" as const, board } };
}

export type LeadLists = Awaited<ReturnType<typeof loadLeads>>;
