import type { InvitationState } from "./invitation";

export const affiliateStatuses = ["invited", "active", "inactive"] as const;
export type AffiliateStatus = (typeof affiliateStatuses)[number];

/** Sections of the affiliate list in display order, one per status. */
export const sections = ["active", "invited", "inactive"] as const satisfies readonly AffiliateStatus[];

/** Columns by which the affiliate list can be sorted. */
export const affiliateColumns = [
  "name",
  "email",
  "status",
  "terms",
  "leads",
  "won",
  "due",
  "paid",
  "signed_in",
  "created",
] as const;
export type AffiliateColumn = (typeof affiliateColumns)[number];

/** Terms that say the same as the organization's standard terms, other terms, or none. */
export const termsFilters = ["standard", "other", "none"] as const;
export type TermsFilter = (typeof termsFilters)[number];

/** Figures that an affiliate has, or does not have. */
export const affiliateHavings = ["due", "paid", "won", "leads", "no_leads"] as const;
export type AffiliateHaving = (typeof affiliateHavings)[number];

/** When an affiliate last signed in: within this number of days, longer ago than 90 days, or never. */
export const signedInFilters = ["7", "30", "90", "over-90", "never"] as const;
export type SignedIn = (typeof signedInFilters)[number];

export interface AffiliateFilter {
  search?: string;
  status?: AffiliateStatus | undefined;
  /** State of affiliates who have not signed in yet; matches no affiliate with another status. */
  invitation?: InvitationState | undefined;
  terms?: TermsFilter | undefined;
  having?: AffiliateHaving | undefined;
  signedIn?: SignedIn | undefined;
}

/** The terms that an affiliate begins with: the organization's standard terms, or none yet. */
export const firstTerms = ["standard", "none"] as const;
export type FirstTerms = (typeof firstTerms)[number];
