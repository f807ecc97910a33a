import { z } from "zod";
import { emailAddress, optionalText, recordId, requiredText } from "../shared/fields";
import { leadTransitions, type LeadMove } from "./lead";

const contact = {
  company_name: requiredText("company_required", 200),
  contact_person: requiredText("contact_required", 200),
  email: emailAddress,
  phone: optionalText(50),
  notes: optionalText(5000),
};

export type LeadContact = {
  companyName: string;
  contactPerson: string;
  email: string;
  phone: string | null;
  notes: string | null;
};

/** The affiliate's new-lead form. */
export const submitLeadSchema = z.object(contact).transform((input): LeadContact => ({
  companyName: input.company_name,
  contactPerson: input.contact_person,
  email: input.email,
  phone: input.phone,
  notes: input.notes,
}));

const moves = Object.keys(leadTransitions) as [LeadMove, ...LeadMove[]];

/** Qualify or mark lost. */
export const moveLeadSchema = z
  .object({ lead_id: recordId, status: z.enum(moves, { error: "status_invalid" }) })
  .transform((input) => ({ leadId: input.lead_id, to: input.status }));
