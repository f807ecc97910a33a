import { recordAudit } from "../audit/record-audit.server";
import { readOwnOfRecords, type OwnOfRecords } from "../fields/own-values.server";
import { dayFromDate } from "../shared/dates";
import { isSameName } from "../shared/erased";
import { toValues } from "../shared/field-list";
import { fromDatabase } from "../shared/money";
import { requireOwner } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { contactFields } from "./lead.schema";
import { readLead } from "./read-lead.server";

/**
 * Reads what is stored about the contact with an email address (in lower case): the leads, their deals, and what was
 * written about them.
 */
export async function readContact(scope: Scope, email: string) {
  const leads = await scope.db.lead.findMany({
    where: { email },
    orderBy: { id: "asc" },
    include: {
      deals: { orderBy: { id: "asc" } },
      leadNotes: { orderBy: { createdAt: "asc" } },
      messages: { orderBy: { createdAt: "asc" } },
    },
  });
  const own = await readOwnOfRecords(
    scope,
    "lead",
    leads.map(({ id }) => id),
  );
  const ofDeals = await readOwnOfRecords(
    scope,
    "deal",
    leads.flatMap(({ deals }) => deals.map(({ id }) => id)),
  );
  const labeled = ({ fields, of }: OwnOfRecords, id: string) =>
    fields.length > 0 && { own_fields: Object.fromEntries(fields.map(({ key, label }) => [label, of(id)[key]])) };
  return leads.map(({ id, status, createdAt, deals, leadNotes, messages, ...lead }) => ({
    id,
    ...toValues(contactFields, lead),
    status,
    created_at: createdAt,
    ...labeled(own, id),
    deals: deals.map(({ id: dealId, title, amount, currency, closeDate }) => ({
      title,
      amount: fromDatabase(amount),
      currency,
      close_date: dayFromDate(closeDate),
      ...labeled(ofDeals, dealId),
    })),
    internal_notes: leadNotes.map(writtenText),
    messages: messages.map(writtenText),
  }));
}

const writtenText = ({ createdAt, text, fileName }: { createdAt: Date; text: string; fileName: string | null }) => ({
  created_at: createdAt,
  text,
  ...(fileName !== null && { file: fileName }),
});

/**
 * Reads what is stored about a lead's contact, so that an owner can answer an access request (GDPR Art. 15): all leads
 * with the address and the name. The export is recorded in the audit log. Null for an unknown lead.
 * Throws `forbidden`.
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
