import type { Location } from "@remix-run/react";
import { addressWith, withQuery } from "~/components/ui/address";
import { openLeadStatuses, type LeadStatus } from "~/domain/leads/lead";
import {
  isNarrow,
  leadTabs,
  parseLeadFilter,
  statusesOf,
  type LeadFilter,
  type LeadTab,
} from "~/domain/leads/lead-filter";

/** How open leads are shown: as cards in columns, or as a table. */
export const layouts = ["board", "list"] as const;
export type Layout = (typeof layouts)[number];

/** What an address of the leads screen asks for. */
export interface LeadView {
  tab: LeadTab;
  /** Of the pipeline: a list of this status instead of the board. */
  status: LeadStatus | null;
  /** Null when the address does not say. */
  layout: Layout | null;
  filter: LeadFilter;
  /** Of the deals: only those with something to pay. */
  unpaid: boolean;
}

/** What the parameter `payment` says for deals with something to pay. */
export const UNPAID = "unpaid";

type Address = { pathname: string; search: string };

/** Reads an address. A status leads to the view where such leads are; the dialogs of deals stand above the deals. */
export function leadViewOf({ pathname, search }: Address): LeadView {
  const params = new URLSearchParams(search);
  const filter = parseLeadFilter(params);
  const layout = layouts.find((one) => one === params.get("view")) ?? null;
  const wanted = params.get("status");
  const open = openLeadStatuses.find((status) => status === wanted);
  if (open) return { tab: "pipeline", status: open, layout, filter, unpaid: false };
  const ofStatus = leadTabs.find((tab) => (statusesOf[tab] as readonly string[]).includes(wanted ?? ""));
  const named = leadTabs.find((tab) => tab === params.get("tab"));
  const behind = pathname.startsWith("/leads/deals/") ? "deals" : "pipeline";
  const tab = ofStatus ?? named ?? behind;
  return { tab, status: null, layout, filter, unpaid: tab === "deals" && params.get("payment") === UNPAID };
}

/** Whether a view leaves anything out. */
export const isNarrowed = ({ filter, status, unpaid }: LeadView): boolean =>
  isNarrow(filter) || status !== null || unpaid;

/** The status that the filter shows for a view; all open ones have none. */
export function statusOf({ tab, status }: LeadView): LeadStatus | "" {
  return tab === "pipeline" ? (status ?? "") : (statusesOf[tab][0] ?? "");
}

/** The screen behind a dialog, and where a button's form is sent and comes back to: with its filters. */
export function leadsPath({ pathname, search }: Location | Address): string {
  const params = new URLSearchParams(search);
  const { tab } = leadViewOf({ pathname, search });
  if (leadViewOf({ pathname: "/leads", search }).tab !== tab) params.set("tab", tab);
  return withQuery("/leads", params);
}

/** The screen without filters, in the same view. */
export function pathOfTab(tab: LeadTab): string {
  return tab === leadTabs[0] ? "/leads" : `/leads?tab=${tab}`;
}

/** The screen of a view with one parameter changed, at its first page. */
export function leadsPathWith({ pathname, search }: Address, changes: Record<string, string | null>): string {
  return addressWith("/leads", leadsPath({ pathname, search }).split("?")[1] ?? "", changes);
}
