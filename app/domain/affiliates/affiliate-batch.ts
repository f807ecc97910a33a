import { chosenIds, listedIds } from "../shared/chosen";
import type { ErrorCode } from "../shared/errors";
import type { AffiliateStatus } from "./affiliate";

// Actions on several affiliates (WORK-04).

/** Limit for the affiliates of one action; "all that match" can be more than a page. */
export const MAX_AFFILIATES = 500;

/** Why an action skips an affiliate. */
export type SkipReason =
  | Extract<ErrorCode, "not_found" | "changed_meanwhile">
  | "not_signed_in"
  | "signed_in"
  | "inactive"
  | "link_valid"
  | "address_refused"
  | "erased"
  | "has_deals";

export interface SkippedAffiliate {
  /** Null for an affiliate that the organization does not have. */
  name: string | null;
  code: SkipReason;
}

/** Result of an action on several affiliates, each handled separately. */
export interface AffiliateBatch {
  done: number;
  /** Number of affiliates that needed no change. */
  unchanged: number;
  skipped: SkippedAffiliate[];
  /** Id to undo it; null if nothing was done. */
  batchId: string | null;
}

/** The statuses that the list sets for several affiliates. */
export const batchStatuses = ["active", "inactive"] as const satisfies readonly AffiliateStatus[];
export type BatchStatus = (typeof batchStatuses)[number];

/** Schema of the selected affiliates' ids, each once. */
export const chosenAffiliates = chosenIds(MAX_AFFILIATES, {
  none: "affiliates_required",
  tooMany: "too_many_affiliates",
});

/** Input of the buttons in the list: the selected affiliates, or all that match its filter. */
export const listedAffiliatesSchema = listedIds("affiliate_id", chosenAffiliates);
