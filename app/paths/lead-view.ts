import type { Location } from "@remix-run/react";
import { addressWith, withQuery } from "./address";
import { hasPeriod } from "~/domain/shared/period";
import { openLeadStatuses, reachedSteps, type LeadStatus, type ReachedStep } from "~/domain/leads/lead";
import {
  dealChoices,
  isFiltered,
  leadTabs,
  parseLeadFilter,
  parseWorkFilter,
  statusesOf,
  type LeadFilter,
  type LeadTab,
} from "~/domain/leads/lead-filter";
import { paths } from "./paths";

/** The id of the field for a message to the affiliate on the page of a lead. */
export const ANSWER = "message-text";

/** Layouts of open leads: cards in columns, or a table. */
export const layouts = ["board", "list"] as const;
export type Layout = (typeof layouts)[number];

/** View settings in a URL of the leads screen. */
export interface LeadView {
  tab: LeadTab;
  /** Pipeline only: a list of this status instead of the board. */
  status: LeadStatus | null;
  /** A list of leads of every status, including won and lost ones, instead of a tab. */
  all: boolean;
  /** Null if the URL names no layout. */
  layout: Layout | null;
  /** Without the period, which the loader adds because it needs a calendar. */
  filter: LeadFilter;
  /** Whether the URL names a period. */
  inPeriod: boolean;
}

/** Value of the parameter `status` for leads of every status. */
export const ALL_LEADS = "all";

/** Returns its value for leads of every status that have reached a step. */
export const reachedParam = (step: ReachedStep) => `reached-${step}` as const;

type Address = { pathname: string; search: string };

/**
 * Reads the view from a URL. A status selects the view with such leads. Dialogs of deals open above the list of deals.
 */
export function leadViewOf({ pathname, search }: Address): LeadView {
  const params = new URLSearchParams(search);
  const layout = layouts.find((one) => one === params.get("view")) ?? null;
  const wanted = params.get("status");
  const reached = reachedSteps.find((step) => reachedParam(step) === wanted) ?? null;
  const filter = { ...parseLeadFilter(params), reached };
  const all = wanted === ALL_LEADS || reached !== null;
  const shared = { layout, filter, inPeriod: hasPeriod(params), all };
  if (shared.all) return { ...shared, tab: "pipeline", status: null };
  const open = openLeadStatuses.find((status) => status === wanted);
  if (open) return { ...shared, tab: "pipeline", status: open, filter: { ...filter, ...parseWorkFilter(params) } };
  const ofStatus = leadTabs.find((tab) => (statusesOf[tab] as readonly string[]).includes(wanted ?? ""));
  const named = leadTabs.find((tab) => tab === params.get("tab"));
  const work = parseWorkFilter(params);
  const behind = pathname.startsWith(paths.deal()) ? "deals" : "pipeline";
  const tab = ofStatus ?? named ?? behind;
  const deals = dealChoices.find((one) => tab === "deals" && one === params.get("deals")) ?? null;
  return { ...shared, tab, status: null, filter: { ...filter, deals, ...(tab === "pipeline" && work) } };
}

/** Whether a view has any filter. */
export const hasFilters = ({ filter, status, all, inPeriod }: LeadView): boolean =>
  isFiltered(filter) || status !== null || all || inPeriod;

/** Returns the status that the filter shows for a view; empty for all open leads. */
export function statusOf({ tab, status, all, filter }: LeadView): string {
  if (all) return filter.reached ? reachedParam(filter.reached) : ALL_LEADS;
  return tab === "pipeline" ? (status ?? "") : (statusesOf[tab][0] ?? "");
}

/** The parameter with which a dialog was opened on the page of its lead, and returns to it. */
const BACK = "back";

/** Returns the path of the screen with its filters, for the page behind a dialog and the action of a button's form. */
export function leadsPath({ pathname, search }: Location | Address): string {
  const params = new URLSearchParams(search);
  params.delete(BACK);
  if (pathname.startsWith(paths.deal())) {
    const { tab } = leadViewOf({ pathname, search });
    if (leadViewOf({ pathname: paths.leads(), search }).tab !== tab) params.set("tab", tab);
  }
  return withQuery(paths.leads(), params);
}

/** Returns the path of the same view without filters. */
export function pathOfTab(tab: LeadTab): string {
  return tab === leadTabs[0] ? paths.leads() : paths.leads({ tab });
}

/** Returns the path of a view with changed parameters, at its first page. */
export function leadsPathWith({ pathname, search }: Address, changes: Record<string, string | null>): string {
  return addressWith(paths.leads(), leadsPath({ pathname, search }).split("?")[1] ?? "", changes);
}

/** Adds to a query string that a dialog returns to the page of its lead. */
export const fromLeadPage = (search: string): string => addressWith("", search, { [BACK]: "lead" });

/** Returns where a dialog of a lead was opened: on the page of the lead, or on the list. */
export function openedFrom({ pathname, search }: Address, leadId: string): string {
  const params = new URLSearchParams(search);
  if (params.get(BACK) !== "lead") return leadsPath({ pathname, search });
  params.delete(BACK);
  return paths.lead(leadId, `?${params}`);
}
