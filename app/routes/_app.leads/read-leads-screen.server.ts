import { noListedOwn, readListedOwn } from "~/domain/fields/listed-own.server";
import { hasOwnFilter } from "~/domain/fields/own-filter";
import { hasOwnFields } from "~/domain/fields/read-own-fields.server";
import { listDeals } from "~/domain/deals/list-deals.server";
import { listedAffiliates, withChosen } from "~/domain/affiliates/affiliate-choices.server";
import { countLeadsOf, leadCounts, withWorkCounts, type Count } from "~/domain/leads/count-leads.server";
import { leadBoard, newestOf, type LeadOutcomes } from "~/domain/leads/lead-board.server";
import { cardRows } from "~/domain/leads/lead-cards.server";
import { parseColumnSizes } from "~/domain/leads/lead-columns";
import { isOfWork, type LeadFilter, type LeadTab } from "~/domain/leads/lead-filter";
import { listLeads, usualLeadOrder } from "~/domain/leads/list-leads.server";
import { matchScreen } from "~/domain/deals/match-deals.server";
import type { Matches } from "~/domain/leads/match-leads.server";
import { countReached, dealsOfPeriod, dealsQuery } from "~/domain/shared/sums-of-period.server";
import { noQuery, runQueries } from "~/domain/shared/query-together.server";
import { parseColumns, type TableName } from "~/domain/shared/lists";
import { readPeriod } from "~/domain/shared/period";
import type { Scope } from "~/domain/shared/scope";
import { readMembers } from "~/domain/members/list-members.server";
import { dealListParams, leadListParams } from "~/server/list-params.server";
import type { Layout, LeadView } from "~/paths/lead-view";

/** How many rows a search has found. */
const foundOf = ({ ids, cut }: Matches): Count => ({ count: ids.length, cut });

/** What the reader sees of own fields: the columns chosen for each table, and the words for yes and no. */
interface OwnReading {
  columns: Partial<Record<TableName, string>>;
  answer: (isYes: boolean) => string;
}

const usualColumns: OwnReading = { columns: {}, answer: String };

/** Everything a view of the leads screen shows. What is searched for is looked for once, for tabs and list. */
export async function readLeadsScreen(
  scope: Scope,
  view: LeadView,
  layout: Layout,
  params: URLSearchParams,
  { columns, answer }: OwnReading = usualColumns,
) {
  const period = readPeriod(params, await scope.today());
  const filter: LeadFilter = { ...view.filter, period };
  const { affiliate } = filter;
  const { status } = view;
  const isSearched = filter.search !== "" || hasOwnFilter(filter.own);
  const isBoard = view.tab === "pipeline" && !view.all && !status && layout === "board";
  const sizes = parseColumnSizes(params);
  const newest = isBoard ? newestOf({ filter, sizes }) : null;
  const shared = {
    listed: listedAffiliates(scope),
    hasOwn: hasOwnFields(scope),
    // The sums of a search are not known.
    won: isBoard && !isSearched ? dealsQuery(scope, period, affiliate, { won: true }) : noQuery,
    cards: newest ? await cardRows(scope, newest) : noQuery,
  };
  const read = period
    ? { ...(await countLeadsOf(scope, period, affiliate)), ...(await runQueries(scope, shared)) }
    : { amounts: null, ...(await runQueries(scope, { counts: leadCounts(scope, affiliate), ...shared })) };
  const { amounts, ...head } = read;
  const counts = isOfWork(filter) ? await withWorkCounts(scope, filter, read.counts) : read.counts;
  const found = isSearched ? await matchScreen(scope, filter, view) : null;
  const { choices } = await withChosen(scope, head.listed, affiliate);
  const countOf = (tab: LeadTab) => (found?.[tab] ? foundOf(found[tab]) : counts[tab]);
  const tabs = { pipeline: countOf("pipeline"), deals: countOf("deals"), archive: countOf("archive") };
  const isWorked = view.tab === "pipeline" && !view.all;
  const members = isWorked ? (await readMembers(scope)).map(({ id, name }) => ({ id, name })) : [];
  const screen = { tabs, period, affiliates: choices, hasOwn: head.hasOwn, members };
  const matches = found?.shown ?? null;
  const [sort, cursor] = [params.get("sort"), params.get("cursor")];
  const ownOf = (table: "leads" | "lost" | "deals", rows: readonly { id: string }[]) => {
    if (!head.hasOwn) return noListedOwn;
    const choice = parseColumns(params.get("columns") ?? columns[table]);
    const ids = rows.map(({ id }) => id);
    return readListedOwn(scope, { entity: table === "deals" ? "deal" : "lead", choice, answer }, ids);
  };

  if (view.tab === "deals") {
    const { sortable, ...wanted } = dealListParams(filter, sort);
    const deals = await listDeals(scope, { ...wanted, matches, cursor });
    const won = filter.deals === "won" && !matches && (await dealsOfPeriod(scope, period, affiliate, { won: true }));
    // There is no aggregate of deals with something to pay, or of those of which something is owed back.
    const uncounted = filter.deals === "unpaid" || (filter.deals === "owed_back" && !matches);
    const counted = matches ? foundOf(matches) : won ? { count: won.count, cut: false } : tabs.deals;
    const total = uncounted ? undefined : counted;
    // Neither has what a search finds.
    const sum = uncounted || matches ? null : won ? won.amounts : amounts;
    const own = await ownOf("deals", deals.rows);
    return { ...screen, list: { kind: "deals" as const, deals, own, total, sum, order: wanted.order, sortable } };
  }

  const total = matches ? foundOf(matches) : counts[status ?? "pipeline"];
  if (isBoard) {
    const board = await leadBoard(scope, filter, { counts, matches, sizes, cards: head.cards });
    const outcomes: LeadOutcomes = {
      won: head.won ? { ...head.won, cut: false } : { ...tabs.deals, amounts: null },
      lost: tabs.archive,
    };
    return { ...screen, list: { kind: "board" as const, board, outcomes } };
  }

  const { sortable, ...wanted } = leadListParams(view, filter, sort);
  const page = (order = wanted.order) => listLeads(scope, { ...wanted, order, matches, cursor });
  if (view.all) {
    const { reached = null } = filter;
    const all = matches ? total : { count: await countReached(scope, reached, period, affiliate), cut: false };
    const leads = await page();
    const own = await ownOf("lost", leads.rows);
    return { ...screen, list: { kind: "all" as const, leads, own, total: all } };
  }
  if (view.tab === "archive") {
    const leads = await page();
    const own = await ownOf("lost", leads.rows);
    return { ...screen, list: { kind: "archive" as const, leads, own, total: tabs.archive } };
  }
  if (!status || layout === "list") {
    const leads = await page();
    const own = await ownOf("leads", leads.rows);
    return { ...screen, list: { kind: "list" as const, leads, own, total, order: wanted.order, sortable } };
  }
  return { ...screen, list: { kind: "status" as const, status, leads: await page(usualLeadOrder), total } };
}

export type LeadsScreen = Awaited<ReturnType<typeof readLeadsScreen>>;
