export const tabs = ["pipeline", "deals", "archive"] as const;
export type LeadTab = (typeof tabs)[number];

/** The tab an address asks for; the first one unless it names another. */
export function tabOf(params: URLSearchParams): LeadTab {
  return tabs.find((tab) => tab === params.get("tab")) ?? tabs[0];
}

/** Where the forms of a tab are sent, and what answers them. */
export function pathOfTab(tab: LeadTab): string {
  return tab === tabs[0] ? "/leads" : `/leads?tab=${tab}`;
}
