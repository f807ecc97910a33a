import { z } from "zod";
import { emailAddress, requiredText, seenFingerprint } from "../shared/fields";

export const affiliateStatuses = ["invited", "active", "inactive"] as const;
export type AffiliateStatus = (typeof affiliateStatuses)[number];

/** The list of affiliates comes in sections, one per status, in this order. */
export const sections = ["active", "invited", "inactive"] as const satisfies readonly AffiliateStatus[];

export const NAME_MAX = 100;

export const addAffiliateSchema = z.object({
  name: requiredText("name_required", NAME_MAX, "name_too_long"),
  email: emailAddress,
});

export const editAffiliateSchema = addAffiliateSchema.extend({
  status: z.enum(affiliateStatuses, "status_invalid"),
  seen: seenFingerprint,
});

/** What the list of affiliates can be sorted by. */
export const affiliateColumns = ["name", "email", "created"] as const;
export type AffiliateColumn = (typeof affiliateColumns)[number];
