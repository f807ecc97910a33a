import { paths } from "./paths";

/** The articles of the handbook by reader, in reading order. Their texts are in docs/help/<language>/<name>.md. */
export const helpGroups = {
  team: [
    "first-steps",
    "invite-affiliates",
    "terms",
    "leads-and-deals",
    "ending-deals",
    "paying-affiliates",
    "members-and-security",
  ],
  bookkeeping: ["invoices", "datev-and-keeping"],
  affiliates: ["portal", "getting-paid"],
  developers: ["api-and-webhooks"],
} as const;

export type HelpGroup = keyof typeof helpGroups;
export type HelpArticleName = (typeof helpGroups)[HelpGroup][number];

export const helpArticles: readonly HelpArticleName[] = Object.values(helpGroups).flat();

/** Returns the address of an article. It is not in `paths`, because browsers need no list of them. */
export const articlePath = (name: HelpArticleName, language?: string) =>
  `${paths.help()}/${name}${language ? `?lang=${language}` : ""}`;

/** The article of a screen and of those below it; the first match counts. */
export const helpScreens: [screen: string, article: HelpArticleName][] = [
  [paths.newAffiliate(), "invite-affiliates"],
  [paths.inviteAffiliates(), "invite-affiliates"],
  // The page of an affiliate is about terms, the list about invitations.
  [`${paths.affiliates()}/`, "terms"],
  [paths.affiliates(), "invite-affiliates"],
  [paths.import("affiliates"), "invite-affiliates"],
  [paths.import("leads"), "leads-and-deals"],
  [paths.import("customer-payments"), "terms"],
  [paths.deal(), "ending-deals"],
  [paths.leads(), "leads-and-deals"],
  [paths.commissions(), "paying-affiliates"],
  [paths.transactions(), "paying-affiliates"],
  [paths.datev(), "datev-and-keeping"],
  [paths.statement(""), "invoices"],
  [paths.payouts(), "paying-affiliates"],
  [paths.settings("payouts"), "paying-affiliates"],
  [paths.settings("fields"), "leads-and-deals"],
  [paths.settings("members"), "members-and-security"],
  [paths.settings("account"), "members-and-security"],
  [paths.settings("activity"), "members-and-security"],
  [paths.settings("webhook"), "api-and-webhooks"],
  [paths.settings("api"), "api-and-webhooks"],
  [paths.settings("data"), "datev-and-keeping"],
  [paths.settings("general"), "first-steps"],
  [paths.ownEarnings(), "getting-paid"],
  [paths.payoutDetails(), "getting-paid"],
  [paths.ownStatements(), "getting-paid"],
  [paths.dashboard(), "portal"],
  [paths.ownLeads(), "portal"],
  [paths.ownTerms(), "portal"],
  [paths.ownSettings(), "portal"],
];

/** Returns the article that explains a screen, or null. */
export function helpFor(pathname: string): HelpArticleName | null {
  return helpScreens.find(([screen]) => pathname.startsWith(screen))?.[1] ?? null;
}
