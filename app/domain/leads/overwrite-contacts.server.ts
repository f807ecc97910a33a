import { writeWork } from "./lead-work.server";
import { isRowOfLead, emptied } from "./erased-contact";
import { recordAuditEntries } from "../audit/record-audit.server";
import { emailSpellings } from "../shared/email";
import { dropAttachments } from "../files/drop-attachments.server";
import { emptyOwnValues, personalOwnKeys } from "../fields/own-values.server";
import { erasedEmail, isErased } from "../shared/erased";
import type { Scope } from "../shared/scope";

/** Replacement for an erased contact. */
export interface Overwriting {
  /** The replacement name. */
  nobody: string;
  /** Whether the company's name is replaced too. */
  company: boolean;
}

/**
 * Replaces the contact of leads, takes their next step away, empties their own fields that may describe a person, and
 * deletes the files of their conversation, with an audit entry for each lead that does not name the person.
 */
export async function overwriteContacts(
  scope: Scope,
  leadIds: string[],
  { nobody, company }: Overwriting,
): Promise<void> {
  await scope.db.lead.updateMany({ where: { id: { in: leadIds } }, data: emptied });
  await scope.db.$executeRaw`
    update lead set contact_person = ${nobody}, email = replace(${erasedEmail("*")}, '*', id::text),
      company_name = case when ${company} then ${nobody} else company_name end, updated_at = ${scope.now}::timestamptz
    where org_id = ${scope.orgId}::uuid and id = any(${leadIds}::uuid[])`;
  // A next step is a sentence about the person.
  await writeWork(scope, leadIds, { nextStep: null, nextStepOn: null });
  await emptyOwnValues(scope, leadIds, await personalOwnKeys(scope));
  await dropAttachments(scope, { leadIds });
  // The notes of merges have values of the leads that were merged into these.
  await scope.db.$executeRaw`
    update lead_note set text = ${nobody} where org_id = ${scope.orgId}::uuid and lead_id = any(${leadIds}::uuid[])
      and id in (select note from merged_lead
        where org_id = ${scope.orgId}::uuid and lead_id = any(${leadIds}::uuid[]) and note is not null)`;
  await scope.db.mergedLead.updateMany({ where: { leadId: { in: leadIds } }, data: { search: "" } });
  await recordAuditEntries(
    scope,
    leadIds.map((entityId) => ({ action: "lead.erase", entity: "lead", entityId })),
  );
}

/**
 * Replaces the contact of leads that an import has created from the person's rows during the erasure. Returns their
 * ids, including those of an earlier attempt. Leads that belong to another person by now stay unchanged.
 */
export async function overwriteImported(
  scope: Scope,
  { email, ...overwriting }: Overwriting & { email: string },
): Promise<string[]> {
  const leads = await scope.db.$queryRawUnsafe<{ id: string; email: string }[]>(
    `select id, email from lead where org_id = $1::uuid and (email = any($2::text[]) or email = replace($3, '*', id::text))
       and id in (select record_id from import_row
         where org_id = $1::uuid and record_id is not null and ${isRowOfLead("$1::uuid", "$2::text[]")})`,
    scope.orgId,
    emailSpellings(email),
    erasedEmail("*"),
  );
  const left = leads.filter((lead) => !isErased(lead.email)).map(({ id }) => id);
  if (left.length > 0) await overwriteContacts(scope, left, overwriting);
  return leads.map(({ id }) => id);
}

/** Empties rows of unfinished imports, which would otherwise create the person's leads again. */
export async function emptyWaitingRows(scope: Scope, email: string): Promise<void> {
  await scope.db.$executeRawUnsafe(
    `update import_row set cells = array_fill(''::text, array[cardinality(cells)]), email = null
     where org_id = $1::uuid and record_id is null and ${isRowOfLead("$1::uuid", "$2::text[]")}
       and import_id in (select id from import_run where org_id = $1::uuid and status not in ('done', 'cancelled'))`,
    scope.orgId,
    emailSpellings(email),
  );
}
