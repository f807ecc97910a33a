import { NO_AFFILIATE } from "../shared/id-digits";
import { z } from "zod";
import type { Lead } from "#prisma";
import { shapeOf, toRecord, toValues, type FieldList, type RecordOf } from "../shared/field-list";
import { emailAddress, optionalText, recordId, requiredText, formVersion } from "../shared/fields";
import { leadMoves, LONGEST_REASON, type LeadMove } from "./lead";

/** What a contact field holds, which decides what becomes of it when the person is erased (erased-contact.ts). */
export type ContactContent = "company" | "name" | "address" | "telephone" | "text";

/**
 * What is known of a lead's contact: the fields of every form that writes a lead, in their order. There is one field
 * each for the company, the name and the address, which overwrite-contacts.server.ts writes.
 */
export const contactFields = {
  company_name: {
    column: "companyName",
    content: "company",
    schema: requiredText("company_required", 200),
  },
  contact_person: {
    column: "contactPerson",
    content: "name",
    schema: requiredText("contact_required", 200),
  },
  email: { column: "email", content: "address", schema: emailAddress },
  phone: { column: "phone", content: "telephone", schema: optionalText(50) },
  notes: { column: "notes", content: "text", schema: optionalText(5000) },
} as const satisfies FieldList<Lead> & Record<string, { content: ContactContent }>;

const contact = shapeOf(contactFields);

export type ContactField = keyof typeof contactFields;
/** What staff see and write: the affiliate too. */
export type LeadField = ContactField | "affiliate_id";
export type LeadContact = RecordOf<typeof contactFields>;

/** What a form shows of a lead, by its fields. */
export const leadValues = (leadContact: LeadContact, affiliateId: string | null): Record<LeadField, string | null> => ({
  ...toValues(contactFields, leadContact),
  affiliate_id: affiliateId,
});

/** Made with the form: posting the same form again finds its lead. */
const submission_id = recordId.optional();

const affiliate = z
  .union([z.literal(NO_AFFILIATE), recordId], { error: "not_found" })
  .optional()
  .transform((value) => (value === NO_AFFILIATE ? null : value));

export interface SubmittedLead {
  contact: LeadContact;
  submissionId: string | null;
}

/** The affiliate's new-lead form. */
export const submitLeadSchema = z.object({ ...contact, submission_id }).transform((input): SubmittedLead => ({
  contact: toRecord(contactFields, input),
  submissionId: input.submission_id ?? null,
}));

export interface AddedLead extends SubmittedLead {
  affiliateId: string | null;
}

/** The same form for staff, who may say which affiliate the lead is from. */
export const addLeadSchema = z
  .object({ ...contact, affiliate_id: affiliate, submission_id })
  .transform((input): AddedLead => ({
    contact: toRecord(contactFields, input),
    affiliateId: input.affiliate_id ?? null,
    submissionId: input.submission_id ?? null,
  }));

export interface EditedLead {
  leadId: string;
  contact: LeadContact;
  /** Left out: the affiliate stays. */
  affiliateId?: string | null | undefined;
  version?: string | undefined;
}

/** Correcting a lead. */
export const editLeadSchema = z
  .object({ lead_id: recordId, ...contact, affiliate_id: affiliate, version: formVersion })
  .transform((input): EditedLead => ({
    leadId: input.lead_id,
    contact: toRecord(contactFields, input),
    affiliateId: input.affiliate_id,
    version: input.version,
  }));

export interface LeadMoving {
  leadId: string;
  to: LeadMove;
  /** Why it was lost; the affiliate reads it. */
  reason?: string | null;
}

/** Mark contacted, qualify, or mark lost with a reason. */
export const moveLeadSchema = z
  .object({
    lead_id: recordId,
    status: z.enum(leadMoves, { error: "status_invalid" }),
    reason: optionalText(LONGEST_REASON),
  })
  .transform((input): LeadMoving => ({
    leadId: input.lead_id,
    to: input.status,
    // Only a lost lead has one.
    reason: input.status === "lost" ? input.reason : null,
  }));
