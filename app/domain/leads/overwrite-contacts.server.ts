import { isRowOfLead } from "./erased-contact";
import { recordAuditEntries } from "../audit/record-audit.server";
import { emailSpellings } from "../shared/email";
import { erasedEmail, isErased } from "../shared/erased";
import type { Scope } from "../shared/scope";
import { emptied } from "./erased-contact";

/** What stands in the place of a contact who is erased. */
export interface Overwriting {
  /** The name. */
  nobody: string;
  /** Whether the company's name goes too. */
  company: boolean;
}

/** Takes the contact out of leads, with an entry in the log for each that does not say who it was. */
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
  await recordAuditEntries(
    scope,
    leadIds.map((entityId) => ({ action: "lead.erase", entity: "lead", entityId })),
  );
}

/**
 * Takes the contact out of leads that an import has made of the person's rows while these were being erased. Returns
 * their ids, with those that an earlier try has done. Leads that are somebody else's by now stay as they are.
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

/** Empties rows of files of which leads may still be made: an import would bring the person back. */
export async function emptyWaitingRows(scope: Scope, email: string): Promise<void> {
  await scope.db.$executeRawUnsafe(
    `update import_row set cells = array_fill(''::text, array[cardinality(cells)]), email = null
     where org_id = $1::uuid and record_id is null and ${isRowOfLead("$1::uuid", "$2::text[]")}
       and import_id in (select id from import_run where org_id = $1::uuid and status not in ('done', 'cancelled'))`,
    scope.orgId,
    emailSpellings(email),
  );
}
