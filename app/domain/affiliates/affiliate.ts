export const affiliateStatuses = ["invited", "active", "inactive"] as const;
export type AffiliateStatus = (typeof affiliateStatuses)[number];

/** Sections of the affiliate list in display order, one per status. */
export const sections = ["active", "invited", "inactive"] as const satisfies readonly AffiliateStatus[];

/** Columns by which the affiliate list can be sorted. */
export const affiliateColumns = ["name", "email", "created"] as const;
export type AffiliateColumn = (typeof affiliateColumns)[number];

/** The terms that an affiliate begins with: the organization's standard terms, or none yet. */
export const firstTerms = ["standard", "none"] as const;
export type FirstTerms = (typeof firstTerms)[number];
