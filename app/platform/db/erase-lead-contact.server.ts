import { isRowOfLead, emptiedFields } from "~/domain/leads/erased-contact";
import type pg from "pg";
import { erasedEmail } from "~/domain/shared/erased";
import { archivedTables } from "~/domain/archive/tables";
import { emailSpellings } from "~/domain/shared/email";
import { isInEvents } from "~/domain/webhooks/lead-parts";
import { replaceTexts, textColumns, updateBatches, type TextColumn } from "./erase-texts.server";
import { addressPattern, namePattern, phonePattern, type Pattern } from "./erased-patterns";

/** The contact data to erase. One person may be the contact of several leads. */
export interface ErasedContact {
  leadIds: readonly string[];
  /** Names of the person, and of the company if its name is erased too. */
  names: readonly string[];
  email: string;
  phones: readonly string[];
  /** Whether other leads use the address; then it is only replaced in rows about these leads. */
  isShared: boolean;
  nobody: string;
}

/**
 * Erases the remaining contact data of erased leads in one organization. The address is replaced everywhere; names and
 * phone numbers are replaced in rows about these leads. Imported rows and stored webhook responses are emptied. Returns
 * the number of changed rows. Idempotent, and can be resumed.
 *
 * @param owner pool of the owner role; the runtime role may not change the log or past deliveries
 */
export async function eraseLeadContact(owner: pg.Pool, orgId: string, contact: ErasedContact): Promise<number> {
  const columns = await textColumns(owner);
  let texts = await emptyDeliveries(owner, orgId, contact);
  for (const column of columns.filter(({ table }) => table !== ROWS.table))
    texts += await replaceContact(owner, orgId, column, contact);
  // Last, because these rows tell which leads an import created for the person.
  texts += await emptyRows(owner, orgId, contact);
  for (const column of columns.filter(({ table }) => table === ROWS.table))
    texts += await replaceContact(owner, orgId, column, contact);
  return texts;
}

async function replaceContact(
  owner: pg.Pool,
  orgId: string,
  column: TextColumn,
  { names, email, phones, isShared, leadIds, nobody }: ErasedContact,
): Promise<number> {
  const { isJson } = column;
  const replace = (pattern: Pattern, ofLeads: boolean) =>
    replaceTexts(owner, orgId, column, { pattern, nobody, leadIds: ofLeads ? leadIds : null });
  let rows = await replace(addressPattern(email), isShared);
  // Limited to the leads: other people may share a switchboard number or a name.
  const ofLeads = [
    ...phones.map((phone) => phonePattern(phone, isJson)),
    ...names.map((name) => namePattern(name, isJson)),
  ];
  for (const pattern of ofLeads) if (pattern) rows += await replace(pattern, true);
  return rows;
}

const tableOf = (name: string) => {
  const { table, key, ofLeads } = archivedTables.find((one) => one.table === name)!;
  return { table, key: Object.keys(key), ofLeads: ofLeads! };
};
const ROWS = tableOf("import_row");
const ATTEMPTS = tableOf("webhook_attempt");
const DELIVERIES = tableOf("webhook_delivery");

/** Empties the import rows that contain the person. */
async function emptyRows(owner: pg.Pool, orgId: string, { leadIds, email, isShared }: ErasedContact) {
  const whose = isShared ? ROWS.ofLeads : `(${ROWS.ofLeads} or ${isRowOfLead("$1", "$3")})`;
  return updateBatches(
    owner,
    ROWS,
    {
      set: "cells = array_fill(''::text, array[cardinality(cells)]), email = null, problems = null",
      where: `$3::text[] is not null and exists (select from unnest(cells) cell where cell <> '') and ${whose}`,
    },
    [orgId, leadIds, emailSpellings(email)],
  );
}

/** Empties webhook responses, which may quote the request, and replaces the contact in the sent bodies. */
async function emptyDeliveries(owner: pg.Pool, orgId: string, { leadIds, nobody }: ErasedContact) {
  const answers = await updateBatches(
    owner,
    ATTEMPTS,
    {
      set: "error = null, response = null",
      where: `(error is not null or response is not null) and ${ATTEMPTS.ofLeads}`,
    },
    [orgId, leadIds],
  );
  // Also replaces a name or an address that was corrected later. Every value is written as JSON text: a distributed
  // database rejects to_jsonb(), which is STABLE. The lead's id is taken as JSON too, so that its escapes stay.
  const leadId = String.raw`regexp_replace((body::jsonb #> '{lead,id}')::text, '^"(.*)"$', '\1')`;
  const values = {
    contact_person: "$3::jsonb",
    email: `replace($4, '*', ${leadId})::jsonb`,
    ...Object.fromEntries(emptiedFields.filter(isInEvents).map((name) => [name, "'null'::jsonb"])),
  };
  // Own fields are left out of the stored bodies, because some of them describe the person.
  const body = Object.entries(values).reduce(
    (made, [name, value]) => `jsonb_set(${made}, '{lead,${name}}', ${value})`,
    "body::jsonb #- '{lead,fields}' #- '{deal,fields}'",
  );
  const sent = await updateBatches(
    owner,
    DELIVERIES,
    { set: `body = (${body})::text`, where: `${DELIVERIES.ofLeads} and body::jsonb <> ${body}` },
    [orgId, leadIds, JSON.stringify(nobody), JSON.stringify(erasedEmail("*"))],
  );
  return answers + sent;
}
