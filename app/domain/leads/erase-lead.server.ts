import { afterOpenTransactions, isErased, isSameName } from "../shared/erased";
import { DomainError } from "../shared/errors";
import { columnsOf } from "../shared/field-list";
import { requireOwner } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { EraseLeadInput } from "./erase-lead.schema";
import { telephonesOf } from "./erased-contact";
import { contactFields } from "./lead.schema";
import { forgetUndo } from "./forget-undo.server";
import { lockLeads } from "./lock-leads.server";
import { emptyWaitingRows, overwriteContacts } from "./overwrite-contacts.server";

/**
 * Erases the contact of a lead (GDPR Art. 17), optionally in all leads with the address, and returns the number of
 * changed leads. Name, address, phone number and notes are erased immediately; the job `lead.erase` erases remaining
 * mentions in other texts. Status, deals and amounts stay. Running it twice has no further effect.
 * @param nobody the replacement name
 * Throws `not_found`, `erase_name_differs` (field name), `changed_meanwhile` (the lead has another address now),
 * `forbidden`.
 */
export async function eraseLead(
  scope: Scope,
  id: string,
  { name, company, others, nobody }: EraseLeadInput & { nobody: string },
): Promise<number> {
  requireOwner(scope);
  const found = await scope.db.lead.findFirst({ where: { id }, select: { email: true } });
  if (!found) throw new DomainError("not_found");
  const { email } = found;
  if (isErased(email)) return 0;
  const withAddress = { where: { email }, select: { ...columnsOf(contactFields), id: true } } as const;
  const ids = (await scope.db.lead.findMany(withAddress)).map((lead) => lead.id);
  const locked = await lockLeads(scope, ids);
  // Read after taking the locks, to include changes that have just committed.
  const sharing = await scope.db.lead.findMany(withAddress);
  const own = sharing.find((lead) => lead.id === id);
  if (!own) return endedMeanwhile(scope, id);
  if (!isSameName(name, own.contactPerson)) throw new DomainError("erase_name_differs", {}, "name");
  const isLocked = new Set(locked.map((lead) => lead.id));
  const erased = others ? sharing.filter((lead) => isLocked.has(lead.id)) : [own];
  const isShared = erased.length < sharing.length;
  const leadIds = erased.map((lead) => lead.id);

  await overwriteContacts(scope, leadIds, { nobody, company });
  // A restored lead would bring the person back.
  await forgetUndo(scope);
  const merged = await scope.db.mergedLead.findMany({ where: { leadId: { in: leadIds } }, select: { id: true } });
  if (!isShared) await emptyWaitingRows(scope, email);
  const names = erased.flatMap((lead) => [lead.contactPerson, ...(company ? [lead.companyName] : [])]);
  const phones = erased.flatMap(telephonesOf);
  await scope.enqueue(
    "lead.erase",
    {
      // Texts about leads that were merged into them name the earlier ids.
      lead_ids: [...leadIds, ...merged.map((one) => one.id)],
      nobody,
      person: scope.seal(
        JSON.stringify({
          names: [...new Set(names)],
          email,
          phones: [...new Set(phones)],
          is_shared: isShared,
          company,
        }),
      ),
    },
    { runAt: afterOpenTransactions(scope.now) },
  );
  return erased.length;
}

/** Handles a lead that another action has changed in the meantime. */
async function endedMeanwhile(scope: Scope, id: string): Promise<number> {
  const lead = await scope.db.lead.findFirst({ where: { id }, select: { email: true } });
  if (!lead) throw new DomainError("not_found");
  if (isErased(lead.email)) return 0;
  throw new DomainError("changed_meanwhile");
}
