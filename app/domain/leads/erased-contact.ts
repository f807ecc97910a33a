import { namesOf } from "../shared/field-list";
import { contactFields, type ContactContent, type ContactField, type LeadContact } from "./lead.schema";

// What becomes of each contact field when the person is erased (GDPR Art. 17): the name and the address are replaced, that of the company
// by choice, everything else is emptied. Telephone numbers are looked for in other texts too.

const fieldsOf = (...wanted: ContactContent[]) =>
  namesOf(contactFields).filter((name) => wanted.includes(contactFields[name].content));

type Emptied = {
  [N in ContactField]: (typeof contactFields)[N]["content"] extends "telephone" | "text" ? N : never;
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
