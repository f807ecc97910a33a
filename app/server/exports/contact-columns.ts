import { contactFields, type ContactField, type LeadContact } from "~/domain/leads/lead.schema";
import type { CsvColumn } from "~/domain/shared/csv";
import { displayEmail } from "~/domain/shared/erased";
import { namesOf } from "~/domain/shared/field-list";
import { text, type Title } from "./columns";

/** Columns that other lists have too. */
const shared = { company_name: "company", contact_person: "contact" } as const satisfies Partial<
  Record<ContactField, Title>
>;

/** The title of a field's column; a field without a text of its own does not compile. */
const titleOf = (name: ContactField): Title =>
  name in shared
    ? shared[name as keyof typeof shared]
    : (name as Exclude<ContactField, keyof typeof shared> satisfies Title);

/** The titles of a lead's contact fields in our own files. */
export const contactTitles = Object.fromEntries(namesOf(contactFields).map((name) => [name, titleOf(name)])) as Record<
  ContactField,
  Title
>;

type Row = { contact: LeadContact };

/** Somebody who was erased has no address to show. */
const shown = (contact: LeadContact) => ({ ...contact, email: displayEmail(contact.email) });

/** A lead's contact fields as columns of a file, in their order. */
export const contactColumns = Object.fromEntries(
  namesOf(contactFields).map((name) => {
    const { column } = contactFields[name];
    return [name, text(contactTitles[name], ({ contact }: Row) => shown(contact)[column])];
  }),
) as Record<ContactField, CsvColumn<Row, Title>>;
