export const affiliateStatuses = ["invited", "active", "inactive"] as const;
export type AffiliateStatus = (typeof affiliateStatuses)[number];

/** The list of affiliates comes in sections, one per status, in this order. */
export const sections = ["active", "invited", "inactive"] as const satisfies readonly AffiliateStatus[];

/** What the list of affiliates can be sorted by. */
export const affiliateColumns = ["name", "email", "created"] as const;
export type AffiliateColumn = (typeof affiliateColumns)[number];
