import { z } from "zod";
import { emailAddress, optionalText, recordId, requiredText, seenFingerprint } from "../shared/fields";
import { leadTransitions, type LeadMove } from "./lead";

const contact = {
  company_name: requiredText("company_required", 200),
  contact_person: requiredText("contact_required", 200),
  email: emailAddress,
  phone: optionalText(50),
  notes: optionalText(5000),
};

/** Made with the form: posting the same form again finds its lead. */
const submission_id = recordId.optional();

/** What stands for "no affiliate" in forms and addresses, where an empty value means that nothing was chosen. */
export const NO_AFFILIATE = "none";

const affiliate = z
  .union([z.literal(NO_AFFILIATE), recordId], { error: "not_found" })
  .optional()
  .transform((value) => (value === NO_AFFILIATE ? null : value));

export type LeadContact = {
  companyName: string;
  contactPerson: string;
  email: string;
  phone: string | null;
  notes: string | null;
};

const contactOf = (input: z.output<z.ZodObject<typeof contact>>): LeadContact => ({
  companyName: input.company_name,
  contactPerson: input.contact_person,
  email: input.email,
  phone: input.phone,
  notes: input.notes,
});

export interface SubmittedLead {
  contact: LeadContact;
  submissionId: string | null;
}

/** The affiliate's new-lead form. */
export const submitLeadSchema = z.object({ ...contact, submission_id }).transform((input): SubmittedLead => ({
  contact: contactOf(input),
  submissionId: input.submission_id ?? null,
}));

export interface AddedLead extends SubmittedLead {
  affiliateId: string | null;
}

/** The same form for staff, who may say which affiliate the lead is from. */
export const addLeadSchema = z
  .object({ ...contact, affiliate_id: affiliate, submission_id })
  .transform((input): AddedLead => ({
    contact: contactOf(input),
    affiliateId: input.affiliate_id ?? null,
    submissionId: input.submission_id ?? null,
  }));

export interface EditedLead {
  leadId: string;
  contact: LeadContact;
  /** Left out: the affiliate stays. */
  affiliateId?: string | null | undefined;
  seen?: string | undefined;
}

/** Correcting a lead. */
export const editLeadSchema = z
  .object({ lead_id: recordId, ...contact, affiliate_id: affiliate, seen: seenFingerprint })
  .transform((input): EditedLead => ({
    leadId: input.lead_id,
    contact: contactOf(input),
    affiliateId: input.affiliate_id,
    seen: input.seen,
  }));

const moves = Object.keys(leadTransitions) as [LeadMove, ...LeadMove[]];

/** Qualify or mark lost. */
export const moveLeadSchema = z
  .object({ lead_id: recordId, status: z.enum(moves, { error: "status_invalid" }) })
  .transform((input) => ({ leadId: input.lead_id, to: input.status }));
