import { NO_AFFILIATE } from "../shared/id-digits";
import { z } from "zod";
import type { ErrorCode } from "../shared/errors";
import { optionalText, recordId } from "../shared/fields";
import { LONGEST_REASON } from "./lead";
import type { LeadStatus } from "./lead";

// Several leads in one action (LEAD-13).

/** No more than this many leads in one action; a page of a list has fewer. */
export const MOST_LEADS = 100;

/** Why a lead of an action stays as it is. */
export interface RefusedLead {
  /** Null for one that the organization does not have. */
  company: string | null;
  /** Its status now; null for an unknown one. */
  status: LeadStatus | null;
  code: Extract<ErrorCode, "not_found" | "lead_not_open" | "lead_has_deal" | "changed_meanwhile">;
}

/** What came of an action on several leads, each on its own. */
export interface LeadBatch {
  done: number;
  /** Leads for which nothing was left to do. */
  unchanged: number;
  refused: RefusedLead[];
  /** The id for `undoLeads`; null when nothing was done. */
  batchId: string | null;
}

const lead_id = z
  .array(recordId)
  .max(MOST_LEADS, `too_many_leads|${JSON.stringify({ max: MOST_LEADS })}`)
  .min(1, "leads_required")
  .default([])
  .refine((ids) => ids.length > 0, "leads_required")
  .transform((ids) => [...new Set(ids)]);

/** The buttons that mark several leads contacted, or qualify them. */
export const moveLeadsSchema = z.object({ lead_id }).transform((input) => ({ leadIds: input.lead_id }));

/** The form that marks several leads lost, with one reason. */
export const loseLeadsSchema = z
  .object({ lead_id, reason: optionalText(LONGEST_REASON) })
  .transform((input) => ({ leadIds: input.lead_id, reason: input.reason }));

/** The form that gives several leads to an affiliate, or to none. */
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

/** The button that undoes an action. */
export const undoLeadsSchema = z.object({ batch_id: recordId }).transform((input) => input.batch_id);
