import { namesOf } from "../shared/field-list";
import { contactFields, type ContactContent, type ContactField, type LeadContact } from "./lead.schema";

// What becomes of each contact field when the person is erased (GDPR Art. 17): the name and the address are replaced,
// that of the company by choice, everything else is emptied. Telephone numbers are looked for in other texts too.

/** The fields that overwrite-contacts.server.ts writes anew. */
type WrittenAnew = "company_name" | "contact_person" | "email";

// A further company, name or address does not compile: nothing would write it anew, and it would be kept.
const fields = contactFields satisfies Record<WrittenAnew, { content: "company" | "name" | "address" }> &
  Record<Exclude<ContactField, WrittenAnew>, { content: "telephone" | "text" }>;

const fieldsOf = (...wanted: ContactContent[]) =>
  namesOf(fields).filter((name) => wanted.includes(fields[name].content));

type Emptied = {
  [N in ContactField]: (typeof contactFields)[N]["content"] extends "telephone" | "text" ? N : never;
}[ContactField];

/** The fields that are emptied, as forms and tables name them. */
export const emptiedFields = fieldsOf("telephone", "text") as Emptied[];

/** The same as an update. */
export const emptied = Object.fromEntries(emptiedFields.map((name) => [contactFields[name].column, null])) as {
  [N in Emptied as (typeof contactFields)[N]["column"]]: null;
};

/** The telephone numbers of a contact. */
export const telephonesOf = (contact: LeadContact): string[] =>
  fieldsOf("telephone").flatMap((name) => contact[contactFields[name].column] ?? []);

/**
 * A condition in SQL: a row of `import_row` is that of the lead with an e-mail address. Where the columns of the file
 * are known, another column may hold the address too, that of the row's affiliate; it does not count. `orgId` and
 * `emails`: parameters such as `$1`, the second with all spellings of the address.
 */
export const isRowOfLead = (orgId: string, emails: string): string =>
  `exists (select from public.import_run run
     where run.org_id = ${orgId} and run.id = import_id and run.kind = 'leads'
       and (email = any(${emails}) or case when run.columns ? 'email'
         then exists (select from jsonb_path_query(run.columns, 'lax $.email[*]') place
           where ${cellIs("cells[place::int + 1]", emails)})
         else exists (select from unnest(cells) cell where ${cellIs("cell", emails)}) end))`;

/** A cell as the file has it. */
const cellIs = (cell: string, emails: string) => `normalize(lower(btrim(${cell})), NFC) = any(${emails})`;
