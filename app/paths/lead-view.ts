import type { Location } from "@remix-run/react";
import { addressWith, withQuery } from "./address";
import { hasPeriod } from "~/domain/shared/period";
import { openLeadStatuses, reachedSteps, type LeadStatus, type ReachedStep } from "~/domain/leads/lead";
import {
  dealChoices,
  isNarrow,
  leadTabs,
  parseLeadFilter,
  statusesOf,
  type LeadFilter,
  type LeadTab,
} from "~/domain/leads/lead-filter";
import { paths } from "./paths";

/** How open leads are shown: as cards in columns, or as a table. */
export const layouts = ["board", "list"] as const;
export type Layout = (typeof layouts)[number];

/** What an address of the leads screen asks for. */
export interface LeadView {
  tab: LeadTab;
  /** Of the pipeline: a list of this status instead of the board. */
  status: LeadStatus | null;
  /** A list of leads of every status, won and lost ones too, in place of a tab. */
  all: boolean;
  /** Null when the address does not say. */
  layout: Layout | null;
  /** The period is the loader's to add: it needs a calendar. */
  filter: LeadFilter;
  /** Whether the address names a period. */
  inPeriod: boolean;
}

/** What the parameter `status` says for leads of every status. */
export const ALL_LEADS = "all";

/** What it says for leads of every status that have come as far as a step. */
export const reachedParam = (step: ReachedStep) => `reached-${step}` as const;

type Address = { pathname: string; search: string };

/**
 * Reads an address. A status selects the view that has such leads. Dialogs of deals are opened over the list of
 * deals.
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
  if (open) return { ...shared, tab: "pipeline", status: open };
  const ofStatus = leadTabs.find((tab) => (statusesOf[tab] as readonly string[]).includes(wanted ?? ""));
  const named = leadTabs.find((tab) => tab === params.get("tab"));
  const behind = pathname.startsWith(paths.deal()) ? "deals" : "pipeline";
  const tab = ofStatus ?? named ?? behind;
  const deals = dealChoices.find((one) => tab === "deals" && one === params.get("deals")) ?? null;
  return { ...shared, tab, status: null, filter: { ...filter, deals } };
}

/** Whether a view leaves anything out. */
export const isNarrowed = ({ filter, status, all, inPeriod }: LeadView): boolean =>
  isNarrow(filter) || status !== null || all || inPeriod;

/** The status that the filter shows for a view; all open ones have none. */
export function statusOf({ tab, status, all, filter }: LeadView): string {
  if (all) return filter.reached ? reachedParam(filter.reached) : ALL_LEADS;
  return tab === "pipeline" ? (status ?? "") : (statusesOf[tab][0] ?? "");
}

/** Path of the screen with its filters: the page behind a dialog, and the target of a button's form. */
export function leadsPath({ pathname, search }: Location | Address): string {
  const params = new URLSearchParams(search);
  const { tab } = leadViewOf({ pathname, search });
  if (leadViewOf({ pathname: paths.leads(), search }).tab !== tab) params.set("tab", tab);
  return withQuery(paths.leads(), params);
}

/** The screen without filters, in the same view. */
export function pathOfTab(tab: LeadTab): string {
  return tab === leadTabs[0] ? paths.leads() : paths.leads({ tab });
}

/** The screen of a view with one parameter changed, at its first page. */
export function leadsPathWith({ pathname, search }: Address, changes: Record<string, string | null>): string {
  return addressWith(paths.leads(), leadsPath({ pathname, search }).split("?")[1] ?? "", changes);
}
