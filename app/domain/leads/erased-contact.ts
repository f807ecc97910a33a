import { namesOf } from "../shared/field-list";
import { contactFields, type ContactContent, type ContactField, type LeadContact } from "./lead.schema";

// What happens to each contact field when the person is erased (GDPR Art. 17). Name and address are replaced,
// optionally also the company; all other fields are emptied. Phone numbers are also searched in other texts.

/** The fields that overwrite-contacts.server.ts replaces. */
type WrittenAnew = "company_name" | "contact_person" | "email";

// Another company, name or address field does not compile, because no code would replace it and it would be kept.
const fields = contactFields satisfies Record<WrittenAnew, { content: "company" | "name" | "address" }> &
  Record<Exclude<ContactField, WrittenAnew>, { content: "telephone" | "text" }>;

const fieldsOf = (...wanted: ContactContent[]) =>
  namesOf(fields).filter((name) => wanted.includes(fields[name].content));

type Emptied = {
  [N in ContactField]: (typeof contactFields)[N]["content"] extends "telephone" | "text" ? N : never;
}[ContactField];

/** The emptied fields, by form and column name. */
export const emptiedFields = fieldsOf("telephone", "text") as Emptied[];

/** The emptied fields as an update. */
export const emptied = Object.fromEntries(emptiedFields.map((name) => [contactFields[name].column, null])) as {
  [N in Emptied as (typeof contactFields)[N]["column"]]: null;
};

/** Returns the phone numbers of a contact. */
export const telephonesOf = (contact: LeadContact): string[] =>
  fieldsOf("telephone").flatMap((name) => contact[contactFields[name].column] ?? []);

/**
 * Returns an SQL condition: a row of `import_row` belongs to the lead with an email address. If the columns of the file
 * are known, the address of the row's affiliate does not count. `orgId` and `emails` are parameters such as `$1`;
 * `emails` has all spellings of the address.
 */
export const isRowOfLead = (orgId: string, emails: string): string =>
  `exists (select from public.import_run run
     where run.org_id = ${orgId} and run.id = import_id and run.kind = 'leads'
       and (email = any(${emails}) or case when run.columns ? 'email'
         then exists (select from jsonb_path_query(run.columns, 'lax $.email[*]') place
           where ${cellIs("cells[place::int + 1]", emails)})
         else exists (select from unnest(cells) cell where ${cellIs("cell", emails)}) end))`;

/** Compares a cell of the file with the addresses. */
const cellIs = (cell: string, emails: string) => `normalize(lower(btrim(${cell})), NFC) = any(${emails})`;
