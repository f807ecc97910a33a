import { NO_AFFILIATE } from "../shared/id-digits";
import { z } from "zod";
import { chosenIds, listedIds } from "../shared/chosen";
import type { ErrorCode } from "../shared/errors";
import { optionalText, recordId } from "../shared/fields";
import { MAX_REASON_LENGTH, type LeadStatus } from "./lead";
import { NO_MEMBER } from "./lead-work";

// Actions on several leads (LEAD-13).

/** Limit for the leads of one action; "all that match" can be more than a page. */
export const MAX_LEADS = 500;

/** Why an action skips a lead. */
export interface SkippedLead {
  /** Null for a lead that the organization does not have. */
  company: string | null;
  /** Current status; null for an unknown lead. */
  status: LeadStatus | null;
  code: Extract<
    ErrorCode,
    "not_found" | "lead_not_open" | "lead_has_deal" | "lead_delete_deals" | "lead_erased" | "changed_meanwhile"
  >;
}

/** Result of an action on several leads, each handled separately. */
export interface LeadBatch {
  done: number;
  /** Number of leads that needed no change. */
  unchanged: number;
  refused: SkippedLead[];
  /** Id for `undoLeads`; null if nothing was done. */
  batchId: string | null;
}

/** The chosen leads of a form. */
export const chosenLeadIds = chosenIds(MAX_LEADS, { none: "leads_required", tooMany: "too_many_leads" });
const lead_id = chosenLeadIds;

/** Input of the actions that mark several leads contacted or qualified. */
export const moveLeadsSchema = z.object({ lead_id }).transform((input) => ({ leadIds: input.lead_id }));

/** Input of the buttons in the list: the selected leads, or all that match its filter. */
export const listedLeadsSchema = listedIds("lead_id", lead_id);

/** Input of the form that marks several leads lost with one reason. */
export const loseLeadsSchema = z
  .object({ lead_id, reason: optionalText(MAX_REASON_LENGTH) })
  .transform((input) => ({ leadIds: input.lead_id, reason: input.reason }));

/** Input of the form that deletes several leads with one reason. */
export const deleteLeadsSchema = loseLeadsSchema;

/** Input of the form that reassigns several leads to an affiliate, or to none. */
export const giveLeadsSchema = z
  .object({
    lead_id,
    affiliate_id: z.union([z.literal(NO_AFFILIATE), recordId], {
      error: ({ input }) => (input === undefined ? "affiliate_required" : "not_found"),
    }),
  })
  .transform((input) => ({
    leadIds: input.lead_id,
    affiliateId: input.affiliate_id === NO_AFFILIATE ? null : input.affiliate_id,
  }));

/** Input of the form that makes a member responsible for several leads, or nobody. */
export const assignLeadsSchema = z
  .object({
    lead_id,
    responsible: z.union([z.literal(NO_MEMBER), recordId], {
      error: ({ input }) => (input === undefined ? "responsible_required" : "not_found"),
    }),
  })
  .transform((input) => ({
    leadIds: input.lead_id,
    responsible: input.responsible === NO_MEMBER ? null : input.responsible,
  }));
