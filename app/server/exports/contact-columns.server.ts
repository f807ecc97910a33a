import { contactFields, type ContactField, type LeadContact } from "~/domain/leads/lead.schema";
import type { CsvColumn } from "~/domain/shared/csv";
import { displayEmail } from "~/domain/shared/erased";
import { namesOf } from "~/domain/shared/field-list";
import { text, type Title } from "./columns.server";

/** Column titles that other lists also use. */
const shared = { company_name: "company", contact_person: "contact" } as const satisfies Partial<
  Record<ContactField, Title>
>;

/** Returns the title of a field's column. A field without a title does not compile. */
const titleOf = (name: ContactField): Title =>
  name in shared
    ? shared[name as keyof typeof shared]
    : (name as Exclude<ContactField, keyof typeof shared> satisfies Title);

/** The column titles of a lead's contact fields in exported files. */
export const contactTitles = Object.fromEntries(namesOf(contactFields).map((name) => [name, titleOf(name)])) as Record<
  ContactField,
  Title
>;

type Row = { contact: LeadContact };

/** Hides the placeholder address of an erased contact. */
const shown = (contact: LeadContact) => ({ ...contact, email: displayEmail(contact.email) });

/** A lead's contact fields as CSV columns, in their order. */
export const contactColumns = Object.fromEntries(
  namesOf(contactFields).map((name) => {
    const { column } = contactFields[name];
    return [name, text(contactTitles[name], ({ contact }: Row) => shown(contact)[column])];
  }),
) as Record<ContactField, CsvColumn<Row, Title>>;
