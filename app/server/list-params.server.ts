import { affiliateChoices } from "~/domain/affiliates/affiliate-choices.server";
import { invitationStates } from "~/domain/affiliates/invitation";
import { type matchAllCommissions, matchCommissions } from "~/domain/commissions/match-commissions.server";
import {
  affiliateColumns,
  affiliateHavings,
  affiliateStatuses,
  signedInFilters,
  termsFilters,
} from "~/domain/affiliates/affiliate";
import {
  paymentSorts,
  paymentTabs,
  usualOrder,
  receiptFilters,
  commissionKinds,
} from "~/domain/commissions/commission";
import { dealOrders, type DealOrder } from "~/domain/deals/deal-view";
import { mayOrderByAmount, usualDealOrder } from "~/domain/deals/list-deals.server";
import { leadStatuses } from "~/domain/leads/lead";
import { leadOrders, statusesOf, type LeadFilter, type LeadOrder } from "~/domain/leads/lead-filter";
import { latestLost, longestDue, mayOrderByCompany, usualLeadOrder } from "~/domain/leads/list-leads.server";
import { owedColumns, usualOwedOrder } from "~/domain/payouts/owed";
import { parseOrder, type Order } from "~/domain/shared/order";
import type { Day } from "~/domain/shared/dates";
import { closedPeriod, namedPeriod, readPeriod, type ChosenPeriod } from "~/domain/shared/period";
import type { Scope } from "~/domain/shared/scope";
import { invitationParam } from "~/paths/affiliate-view";
import type { LeadView } from "~/paths/lead-view";
import { readFilter } from "./payment-filter.server";

// Reads the URL parameters of a list, for both its screen and its CSV export.

/** Reads the parameters of the commissions: tab, filter and order, with the names of the filtered records. */
export async function paymentListParams(scope: Scope, params: URLSearchParams, match: Match = matchCommissions) {
  const tab = paymentTabs.find((one) => one === params.get("tab")) ?? "due";
  const read = await readFilter(scope, params);
  const narrowed = read.period !== null;
  const order = parseOrder(params.get("sort"), paymentSorts(tab, narrowed), usualOrder(tab, narrowed));
  const { search, cut, found } = await searchOf(scope, params, read.filter.affiliateId, match);
  // A deal shows all its commissions.
  const filter = { ...read.filter, found: read.filter.dealId ? null : found };
  return { ...read, filter, tab, order, search, cut, isGrouped: isGrouped(params) };
}

/** Screens show the newest matches of a search; files must have all. */
type Match = typeof matchCommissions | typeof matchAllCommissions;

async function searchOf(scope: Scope, params: URLSearchParams, affiliateId: string | null, match: Match) {
  const search = params.get("q")?.trim() ?? "";
  const found = await match(scope, search, affiliateId);
  return { search, cut: found?.cut ?? false, found };
}

const isGrouped = (params: URLSearchParams): boolean => params.get("group") === "affiliate";

const newestFirst: Order<"payment_date"> = { by: "payment_date", direction: "desc" };

/** Reads the parameters of the transactions. */
export async function transactionListParams(scope: Scope, params: URLSearchParams, match: Match = matchCommissions) {
  const affiliates = await affiliateChoices(scope, params.get("affiliate"));
  const kind = commissionKinds.find((one) => one === params.get("kind")) ?? null;
  const period = readPeriod(params, await scope.today());
  const affiliateId = affiliates.chosen?.id ?? null;
  const { search, cut, found } = await searchOf(scope, params, affiliateId, match);
  return {
    search,
    cut,
    isGrouped: isGrouped(params),
    tab: receiptFilters.find((one) => one === params.get("tab")) ?? "all",
    filter: { kind, period, affiliateId, found },
    order: parseOrder(params.get("sort"), ["payment_date"], newestFirst),
    affiliates,
  };
}

/**
 * Reads the parameters of the affiliates. Affiliates who have not signed in yet can be filtered by the state of their
 * invitation.
 */
export const affiliateListParams = (params: URLSearchParams) => ({
  search: params.get("q")?.trim() ?? "",
  status: affiliateStatuses.find((one) => one === params.get("status")),
  invitation: invitationStates.find((one) => invitationParam(one) === params.get("status")),
  terms: termsFilters.find((one) => one === params.get("terms")),
  having: affiliateHavings.find((one) => one === params.get("having")),
  signedIn: signedInFilters.find((one) => one === params.get("signed_in")),
  order: parseOrder(params.get("sort"), affiliateColumns, { by: "created", direction: "desc" }),
});

/** Reads the parameters of what affiliates are owed; the tab is a currency. */
export const owedListParams = (params: URLSearchParams) => ({
  search: params.get("q")?.trim() ?? "",
  currency: params.get("tab"),
  order: parseOrder(params.get("sort"), owedColumns, usualOwedOrder),
});

/** Of the leads that a view lists, and whether their company sorts them too: open leads only. */
export function leadListParams({ all, tab, status }: LeadView, filter: LeadFilter, sort: string | null) {
  if (all) return { statuses: leadStatuses, filter, order: usualLeadOrder, sortable: false };
  if (tab === "archive") return { statuses: statusesOf.archive, filter, order: latestLost, sortable: false };
  const statuses = status ? [status] : statusesOf.pipeline;
  if (filter.step === "overdue" && filter.search === "")
    return { statuses, filter, order: longestDue, sortable: false };
  const sortable = mayOrderByCompany(filter);
  const order: Order<LeadOrder> = parseOrder(sort, sortable ? leadOrders : ["created"], usualLeadOrder);
  return { statuses, filter, order, sortable };
}

/** Returns the query for the deals, and whether they can be sorted by amount. */
export function dealListParams(filter: LeadFilter, sort: string | null) {
  const sortable = mayOrderByAmount(filter);
  const order: Order<DealOrder> = parseOrder(sort, sortable ? dealOrders : ["close_date"], usualDealOrder);
  return { filter, order, sortable };
}

/** Returns the period of a report: that of the address, up to today, or this month. */
export const reportPeriod = (params: URLSearchParams, today: Day): ChosenPeriod =>
  closedPeriod(readPeriod(params, today) ?? { name: "this-month", ...namedPeriod("this-month", today) }, today);
