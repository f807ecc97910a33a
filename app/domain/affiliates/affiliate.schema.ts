import { z } from "zod";
import { emailAddress, requiredText } from "../shared/fields";

export const affiliateStatuses = ["invited", "active", "inactive"] as const;
export type AffiliateStatus = (typeof affiliateStatuses)[number];

export const addAffiliateSchema = z.object({
  name: requiredText("name_required", 100, "name_too_long"),
  email: emailAddress,
});
