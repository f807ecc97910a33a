import { z } from "zod";
import { erasePerson } from "~/platform/db/erase-person.server";
import { eraseAccounts } from "~/domain/affiliates/erase-payee.server";
import { forgetUndo } from "~/domain/leads/forget-undo.server";
import { overwriteImported } from "~/domain/leads/overwrite-contacts.server";
import { eraseLeadContact } from "~/platform/db/erase-lead-contact.server";
import type { Handler } from "../define-task";

const sealedPerson = z.object({ name: z.string(), email: z.string() });

/** Takes the name and address of an erased affiliate or member out of all texts, and closes their account (OPS-05). */
export const personErase: Handler<"person.erase"> = async (payload, { ownerPool, inScope, unseal, log }) => {
  // They would bring back what is erased.
  await inScope((scope) => forgetUndo(scope));
  const { name, email } = sealedPerson.parse(JSON.parse(unseal(payload.person)));
  const { affiliate_id: affiliateId, user_id: userId, nobody, org_id: orgId } = payload;
  // A job that made files while the erasing transaction was open has not seen that the accounts may go.
  if (affiliateId !== null) await inScope((scope) => eraseAccounts(scope, affiliateId));
  const erased = await erasePerson(ownerPool, orgId, { affiliateId, userId, name, email, nobody });
  log.info({ org_id: orgId, user_id: userId, ...erased }, "a person was erased");
};

const sealedContact = z.object({
  names: z.array(z.string()),
  email: z.string(),
  phones: z.array(z.string()),
  is_shared: z.boolean(),
  company: z.boolean(),
});

/** Takes the contact of erased leads out of all texts (OPS-05). */
export const leadErase: Handler<"lead.erase"> = async (payload, context) => {
  const { ownerPool, unseal, log } = context;
  const { is_shared: isShared, company, ...contact } = sealedContact.parse(JSON.parse(unseal(payload.person)));
  const { nobody, org_id: orgId } = payload;
  const imported = isShared
    ? []
    : await context.inScope((scope) => overwriteImported(scope, { email: contact.email, nobody, company }));
  const leadIds = [...payload.lead_ids, ...imported];
  const texts = await eraseLeadContact(ownerPool, orgId, { ...contact, leadIds, isShared, nobody });
  log.info({ org_id: orgId, leads: leadIds.length, texts }, "the contact of leads was erased");
};
