import type { LeadStatus } from "./lead";
import { contactFields, type ContactField, type LeadContact } from "./lead.schema";
import { namesOf, toValues } from "../shared/field-list";
import type { Side } from "../shared/merge-sides";

// Two leads that are the same become one (WORK-11): the older one stays, with the values that were chosen.

/** What decides about merging a lead. */
export interface MergedSide {
  contact: LeadContact;
  status: LeadStatus;
  affiliateId: string | null;
  /** The user who has added it, who may read its notes in the portal. */
  createdBy: string | null;
  /** The affiliate of each of its deals. */
  dealsOf: readonly (string | null)[];
}

/** A field whose values differ. */
export interface FieldChoice {
  name: ContactField;
  kept: string | null;
  other: string | null;
  /** Which value stays unless another is chosen. */
  taken: Side;
  /** False if only this value may stay. */
  canChoose: boolean;
}

/**
 * Returns the fields whose values differ, in the order of the forms. An empty value gives way to another one. Notes of
 * different authors are not exchanged, because an affiliate reads the notes of a lead that they have submitted.
 */
export function differingFields(kept: MergedSide, other: MergedSide): FieldChoice[] {
  const [one, two] = [toValues(contactFields, kept.contact), toValues(contactFields, other.contact)];
  return namesOf(contactFields).flatMap((name): FieldChoice[] => {
    if (one[name] === two[name]) return [];
    const canChoose = contactFields[name].content !== "text" || kept.createdBy === other.createdBy;
    const taken = canChoose && one[name] === null ? "other" : "kept";
    return [{ name, kept: one[name], other: two[name], taken, canChoose }];
  });
}

/**
 * Who has the credit of a merged lead. `differ`: both have deals, of different affiliates, so it cannot be one lead.
 */
export type Credit =
  | { rule: "differ" }
  /** Null for no affiliate. `because`: only one of the leads has an affiliate, or the affiliate has deals. */
  | { rule: "fixed"; affiliateId: string | null; because: "same" | "deals" }
  /** Both have an affiliate and no deals: the first one unless the other is chosen. */
  | { rule: "choice"; kept: string; other: string };

/** Returns who has the credit: deals keep their affiliates, terms and commissions, so they decide first. */
export function creditOf(kept: MergedSide, other: MergedSide): Credit {
  const ofDeals = [...new Set([...kept.dealsOf, ...other.dealsOf])];
  if (ofDeals.length > 1) return { rule: "differ" };
  if (ofDeals.length === 1) return { rule: "fixed", affiliateId: ofDeals[0]!, because: "deals" };
  const [one, two] = [kept.affiliateId, other.affiliateId];
  if (one && two && one !== two) return { rule: "choice", kept: one, other: two };
  return { rule: "fixed", affiliateId: one ?? two, because: "same" };
}

/** From the least to the furthest. A lost lead gives way to an open one, and a won one always stays. */
const order: readonly LeadStatus[] = ["lost", "new", "contacted", "qualified", "converted"];

/** Returns the status of a merged lead: the furthest of both. */
export const mergedStatus = (one: LeadStatus, two: LeadStatus): LeadStatus =>
  order.indexOf(one) >= order.indexOf(two) ? one : two;
