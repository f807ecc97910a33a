import { NO_AFFILIATE } from "../shared/id-digits";
import { z } from "zod";
import type { Lead } from "#prisma";
import type { OwnField } from "../fields/own-field";
import { ownShape, ownValuesOf, type OwnValues, type ReadingOwn } from "../fields/own-value";
import { shapeOf, toRecord, toValues, type FieldList, type RecordOf } from "../shared/field-list";
import { emailAddress, optionalDay, optionalText, recordId, requiredText, formVersion } from "../shared/fields";
import { leadMoves, MAX_REASON_LENGTH, type LeadMove } from "./lead";
import { MAX_STEP_LENGTH, NO_MEMBER, noWork, type LeadWork } from "./lead-work";

/** Content of a contact field, which determines what an erasure does with it (erased-contact.ts). */
export type ContactContent = "company" | "name" | "address" | "telephone" | "text";

/**
 * Fields of a lead's contact in every form that writes a lead, in order. Company, name and address have one field each,
 * which overwrite-contacts.server.ts replaces.
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

/**
 * Fields of the work on a lead (WORK-07), which only staff see and write. `next_step` and `next_step_on` are both empty
 * or both filled (lead-work.server.ts).
 */
export const workFields = {
  responsible: { column: "responsible", schema: recordId.nullish().transform((id) => id ?? null) },
  next_step: { column: "nextStep", schema: optionalText(MAX_STEP_LENGTH) },
  next_step_on: { column: "nextStepOn", schema: optionalDay },
} as const satisfies FieldList<LeadWork>;

export type ContactField = keyof typeof contactFields;
export type WorkField = keyof typeof workFields;
/** Fields that staff see and write, including the affiliate. */
export type LeadField = ContactField | WorkField | "affiliate_id";
export type LeadContact = RecordOf<typeof contactFields>;

/** Returns the values that a form shows of a lead. */
export const leadValues = (
  leadContact: LeadContact,
  affiliateId: string | null,
  work: LeadWork = noWork,
): Record<LeadField, string | null> => ({
  ...toValues(contactFields, leadContact),
  affiliate_id: affiliateId,
  ...toValues(workFields, work),
});

/** In forms: a choice, which is always sent. Undefined where the form does not show the work. */
const responsible = z
  .union([z.literal(NO_MEMBER), recordId], { error: "not_found" })
  .optional()
  .transform((value) => (value === NO_MEMBER ? null : value));

const work = { ...shapeOf(workFields), responsible };

/** Returns the work of a form; undefined if the form did not show it. */
const workOf = (input: z.output<z.ZodObject<typeof work>>): LeadWork | undefined =>
  input.responsible === undefined ? undefined : toRecord(workFields, { ...input, responsible: input.responsible });

/** Created with the form, so posting the same form again finds its lead. */
const submission_id = recordId.optional();

const affiliate = z
  .union([z.literal(NO_AFFILIATE), recordId], { error: "not_found" })
  .optional()
  .transform((value) => (value === NO_AFFILIATE ? null : value));

export interface SubmittedLead {
  contact: LeadContact;
  submissionId: string | null;
  /** Values of the organization's own fields; undefined for none. */
  own?: OwnValues | undefined;
}

/** Returns the schema of the affiliate's new-lead form, with the own fields that affiliates see. */
export const submitLeadSchemaFor = (fields: readonly OwnField[], reading: ReadingOwn = {}) =>
  z.object({ ...ownShape(fields, reading), ...contact, submission_id }).transform((input): SubmittedLead => ({
    contact: toRecord(contactFields, input),
    submissionId: input.submission_id ?? null,
    ...(fields.length > 0 && { own: ownValuesOf(fields, input) }),
  }));

/** For organizations without own fields. */
export const submitLeadSchema = submitLeadSchemaFor([]);

export interface AddedLead extends SubmittedLead {
  affiliateId: string | null;
  /** Staff only. */
  work?: LeadWork | undefined;
}

/** Returns the schema of the new-lead form for staff, who may choose the affiliate, with the own fields of leads. */
export const addLeadSchemaFor = (fields: readonly OwnField[], reading: ReadingOwn = {}) =>
  z
    .object({ ...ownShape(fields, reading), ...contact, ...work, affiliate_id: affiliate, submission_id })
    .transform((input): AddedLead => ({
      contact: toRecord(contactFields, input),
      affiliateId: input.affiliate_id ?? null,
      work: workOf(input),
      submissionId: input.submission_id ?? null,
      ...(fields.length > 0 && { own: ownValuesOf(fields, input) }),
    }));

/** For organizations without own fields. */
export const addLeadSchema = addLeadSchemaFor([]);

export interface EditedLead {
  leadId: string;
  contact: LeadContact;
  /** Undefined keeps the affiliate. */
  affiliateId?: string | null | undefined;
  /** Undefined keeps the work. */
  work?: LeadWork | undefined;
  /** Changed values of own fields; all others stay. */
  own?: OwnValues | undefined;
  version?: string | undefined;
}

/** Returns the schema of the form that edits a lead, with the own fields of leads. */
export const editLeadSchemaFor = (fields: readonly OwnField[], reading: ReadingOwn = {}) =>
  z
    .object({
      ...ownShape(fields, reading),
      lead_id: recordId,
      ...contact,
      ...work,
      affiliate_id: affiliate,
      version: formVersion,
    })
    .transform((input): EditedLead => ({
      leadId: input.lead_id,
      contact: toRecord(contactFields, input),
      affiliateId: input.affiliate_id,
      work: workOf(input),
      ...(fields.length > 0 && { own: ownValuesOf(fields, input) }),
      version: input.version,
    }));

/** For organizations without own fields. */
export const editLeadSchema = editLeadSchemaFor([]);

export interface MoveLeadInput {
  leadId: string;
  to: LeadMove;
  /** Why it was lost; the affiliate sees it. */
  reason?: string | null;
}

/** Input that marks a lead contacted, qualified or lost, with a reason if lost. */
export const moveLeadSchema = z
  .object({
    lead_id: recordId,
    status: z.enum(leadMoves, { error: "status_invalid" }),
    reason: optionalText(MAX_REASON_LENGTH),
  })
  .transform((input): MoveLeadInput => ({
    leadId: input.lead_id,
    to: input.status,
    // Only a lost lead has a reason.
    reason: input.status === "lost" ? input.reason : null,
  }));

/** Input of the button that marks the next step of a lead done: the text that the button has shown. */
export const stepDoneSchema = z
  .object({ lead_id: recordId, step: workFields.next_step.schema })
  .transform((input) => ({ leadId: input.lead_id, step: input.step }));

/** Input of the button that makes a member responsible for a lead; without one, nobody. */
export const responsibleSchema = z
  .object({ lead_id: recordId, responsible })
  .transform((input) => ({ leadId: input.lead_id, responsible: input.responsible ?? null }));
