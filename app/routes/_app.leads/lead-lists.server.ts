import { listDeals } from "~/domain/deals/list-deals.server";
import { listedAffiliates, withChosen } from "~/domain/affiliates/affiliate-choices.server";
import { countLeadsOf, leadCounts, countsOfTabs, isCut } from "~/domain/leads/count-leads.server";
import { leadBoard } from "~/domain/leads/lead-board.server";
import { parseColumnSizes } from "~/domain/leads/lead-columns";
import { leadStatuses } from "~/domain/leads/lead";
import { leadTabs, statusesOf, type LeadFilter, type LeadTab } from "~/domain/leads/lead-filter";
import { listLeads } from "~/domain/leads/list-leads.server";
import { matchDeals, matchLeads, matchTabs } from "~/domain/leads/match-leads.server";
import { countReached, dealsOfPeriod } from "~/domain/reports/sums-of-period.server";
import { queryAlone, queryTogether } from "~/domain/shared/query-together.server";
import { readPeriod } from "~/domain/shared/period";
import type { Scope } from "~/domain/shared/scope";
import { askedDeals, askedLeads, askedOpenLeads } from "~/server/asked-lists.server";
import type { Layout, LeadView } from "~/paths/lead-view";

/** How many rows a view has; of a search or a period perhaps more (`cut`). */
export type TabCount = { count: number; cut: boolean };

/** Everything a view of the leads screen shows. */
export async function loadLeads(scope: Scope, view: LeadView, layout: Layout, params: URLSearchParams) {
  const { tab, unpaid } = view;
  const period = readPeriod(params, await scope.today());
  const filter: LeadFilter = { ...view.filter, period };
  const { counts, amounts, listed } = await readHead(scope, filter);
  // The tabs list no such leads and deals apart.
  const matches = await matchTabs(scope, { ...filter, reached: null, deals: null });
  const all = countsOfTabs(counts);
  const countOf = (one: LeadTab): TabCount => {
    const found = matches?.[one];
    if (found) return { count: found.ids.length, cut: found.cut };
    const cut = one !== "deals" && statusesOf[one].some((status) => isCut(counts[status], filter));
    return { count: all[one], cut };
  };
  const tabs = Object.fromEntries(leadTabs.map((one) => [one, countOf(one)])) as Record<LeadTab, TabCount>;
  const cursor = params.get("cursor");
  const { choices } = await withChosen(scope, listed, filter.affiliate);
  const shared = { tabs, period, affiliates: choices };

  if (view.all) {
    const found = await matchLeads(scope, filter, leadStatuses);
    const total = found
      ? { count: found.ids.length, cut: found.cut }
      : {
          count: await countReached(scope, filter.reached ?? null, period, filter.affiliate),
        };
    const leads = await listLeads(scope, { ...askedLeads(view, filter, null), matches: found, cursor });
    return { ...shared, list: { kind: "all" as const, leads, total } };
  }

  if (tab === "deals") {
    const { wanted, order, sortable } = askedDeals(view, filter, params.get("sort"));
    const { deals: chosen, affiliate } = filter;
    const found = chosen ? await matchDeals(scope, filter) : (matches?.deals ?? null);
    const deals = await listDeals(scope, { ...wanted, matches: found, cursor });
    const won = chosen === "won" && !found ? await dealsOfPeriod(scope, period, affiliate, { won: true }) : null;
    // There is no aggregate of deals with something to pay, or of those of which something is owed back.
    const uncounted = unpaid || (chosen === "owed_back" && !found);
    const ofTab = found ? { count: found.ids.length, cut: found.cut } : tabs.deals;
    const total = uncounted ? undefined : won ? { count: won.count, cut: false } : ofTab;
    // Neither has what a search finds.
    const sum = uncounted || found ? null : (won?.amounts ?? amounts);
    return { ...shared, list: { kind: "deals" as const, deals, total, sum, order, sortable } };
  }
  if (tab === "archive") {
    const lost = askedLeads(view, filter, null);
    const leads = await listLeads(scope, { ...lost, matches: matches?.archive, cursor });
    return { ...shared, list: { kind: "archive" as const, leads, total: tabs.archive } };
  }
  const { status } = view;
  const { statuses, order, sortable } = askedOpenLeads(view, filter, params.get("sort"));
  // A search returns only its newest matches, so among the matches of all open leads older ones of this status may
  // be missing.
  const found = status ? await matchLeads(scope, filter, statuses) : (matches?.pipeline ?? null);
  const total: TabCount = !status
    ? tabs.pipeline
    : found
      ? { count: found.ids.length, cut: found.cut }
      : { count: counts[status], cut: isCut(counts[status], filter) };
  if (layout === "list") {
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

/** What every view says above its list: counts, of a period also amounts, and the affiliates to choose from. */
async function readHead(scope: Scope, { period, affiliate }: LeadFilter) {
  const listed = listedAffiliates(scope);
  if (period) return { ...(await countLeadsOf(scope, period, affiliate)), listed: await queryAlone(scope, listed) };
  return { amounts: null, ...(await queryTogether(scope, { counts: leadCounts(scope, affiliate), listed })) };
}

export type LeadLists = Awaited<ReturnType<typeof loadLeads>>;
