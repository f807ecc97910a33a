import { z } from "zod";
import type { DealField } from "../deals/deal.schema";
import { contactFields, type ContactField, type LeadContact } from "../leads/lead.schema";
import { toValues } from "../shared/field-list";

// The fields of leads and deals in webhook events.

/** A lead's contact fields in events. Null: left out, because notes are internal. */
const contact = {
  company_name: z.string(),
  contact_person: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  notes: null,
} satisfies Record<ContactField, z.ZodType | null>;

/** The fields of a deal's contract in events. Null: left out according to the specification. */
const contract = {
  title: z.string(),
  amount: z.number(),
  currency: z.string(),
  close_date: z.iso.date(),
  mrr: null,
  contract_duration_months: null,
  contract_start_date: null,
} satisfies Record<DealField, z.ZodType | null>;

type Decided = Readonly<Record<string, z.ZodType | null>>;
type SentOf<F extends Decided> = { [N in keyof F as F[N] extends null ? never : N]: NonNullable<F[N]> };

const sentOf = <F extends Decided>(fields: F) =>
  Object.fromEntries(Object.entries(fields).filter(([, schema]) => schema !== null)) as SentOf<F>;

/** The schemas of the fields of a lead's contact that events have. */
export const contactSchema = sentOf(contact);
/** The schemas of the fields of a deal's contract that events have. */
export const soldInEvents = sentOf(contract);

/** Returns whether events contain this field of a lead's contact. */
export const isInEvents = (name: ContactField): boolean => name in contactSchema;

/** Returns the contact of a lead in an event. */
export function contactInEvents(lead: LeadContact): z.output<z.ZodObject<typeof contactSchema>> {
  const values = Object.entries(toValues(contactFields, lead)).filter(([name]) => isInEvents(name as ContactField));
  return Object.fromEntries(values) as z.output<z.ZodObject<typeof contactSchema>>;
}

/** The part of events about who works on a lead, and what they do next (WORK-07). */
export const workSchema = z.object({
  responsible: z.uuid().nullable().describe("responsible"),
  responsible_name: z.string().nullable(),
  next_step: z.string().nullable(),
  next_step_on: z.iso.date().nullable(),
});

/** Returns the value for tests of an address. */
export const workSample = (today: string): z.input<typeof workSchema> => ({
  responsible: "00000000-0000-4000-8000-000000000006",
  responsible_name: "Test member",
  next_step: "Call back",
  next_step_on: today,
});
