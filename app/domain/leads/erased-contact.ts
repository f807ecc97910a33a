import { namesOf } from "../shared/field-list";
import { contactFields, type ContactField, type LeadContact } from "./lead.schema";

/**
 * What becomes of each contact field when the person is erased (GDPR Art. 17): the name and the address are replaced, that of the company
 * by choice, everything else is emptied. Telephone numbers are looked for in other texts too. A field that is missing does not compile.
 * There is one field each for the company, the name and the address, which overwrite-contacts.server.ts writes.
 */
const kinds = {
  company_name: "company",
  contact_person: "name",
  email: "address",
  phone: "telephone",
  notes: "text",
} as const satisfies Record<"company_name" | "contact_person" | "email", "company" | "name" | "address"> &
  Record<Exclude<ContactField, "company_name" | "contact_person" | "email">, "telephone" | "text">;

const fieldsOf = (...wanted: (typeof kinds)[ContactField][]) =>
  namesOf(kinds).filter((name) => wanted.includes(kinds[name]));

type Emptied = {
  [N in ContactField]: (typeof kinds)[N] extends "telephone" | "text" ? N : never;
}[ContactField];

/** The fields that are emptied, as forms and tables name them. */
export const emptiedFields = fieldsOf("telephone", "text") as Emptied[];

/** The same as an update. */
export const emptied = Object.fromEntries(
  emptiedFields.map((name) => [contactFields[name].column, null]),
) as { [N in Emptied as (typeof contactFields)[N]["column"]]: null };

/** The telephone numbers of a contact. */
export const telephonesOf = (contact: LeadContact): string[] =>
  fieldsOf("telephone").flatMap((name) => contact[contactFields[name].column] ?? []);
