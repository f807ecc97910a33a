import { recordAudit } from "../audit/record-audit.server";
import { dayFromDate } from "../shared/dates";
import { isSameName } from "../shared/erased";
import { toValues } from "../shared/field-list";
import { fromDatabase } from "../shared/money";
import { requireOwner } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { contactFields } from "./lead.schema";
import { readLead } from "./read-lead.server";

/** What is kept of the contact of leads with an e-mail address (in lower case): those leads, with their deals. */
export async function readContact(scope: Scope, email: string) {
  const leads = await scope.db.lead.findMany({
    where: { email },
    orderBy: { id: "asc" },
    include: { deals: { orderBy: { id: "asc" } } },
  });
  return leads.map(({ id, status, createdAt, deals, ...lead }) => ({
    id,
    ...toValues(contactFields, lead),
    status,
    created_at: createdAt,
    deals: deals.map(({ title, amount, currency, closeDate }) => ({
      title,
      amount: fromDatabase(amount),
      currency,
      close_date: dayFromDate(closeDate),
    })),
  }));
}

/**
 * What is kept of a lead's contact, for an owner to answer who asks for it (GDPR Art. 15): all leads with the address
 * and the name. An entry in the log says that it was given out. Null for an unknown lead. Throws `forbidden`.
 */
export async function exportContact(scope: Scope, leadId: unknown) {
  const lead = await readLead(scope, leadId);
  if (!lead) return null;
  requireOwner(scope);
  const { contactPerson, email } = lead.contact;
  const all = await readContact(scope, email);
  await recordAudit(scope, { action: "person.export", entity: "lead", entityId: lead.id, data: { email } });
  return all.filter(({ contact_person: name }) => isSameName(name, contactPerson));
}
