import { z } from "zod";
import { overwriteImported } from "~/domain/leads/overwrite-contacts.server";
import { eraseLeadContact } from "~/platform/db/erase-lead-contact.server";
import { defineTask, jobScope } from "../define-task";

const sealedContact = z.object({
  names: z.array(z.string()),
  email: z.string(),
  phones: z.array(z.string()),
  is_shared: z.boolean(),
  company: z.boolean(),
});

/** Takes the contact of erased leads out of all texts (OPS-05). */
export const leadErase = defineTask("lead.erase", async (payload, context) => {
  const { owner, unseal, log } = context;
  const { is_shared: isShared, company, ...contact } = sealedContact.parse(JSON.parse(unseal(payload.person)));
  const { nobody, org_id: orgId } = payload;
  const job = { name: "lead.erase", orgId } as const;
  const imported = isShared
    ? []
    : await jobScope(context, job, (scope) => overwriteImported(scope, { email: contact.email, nobody, company }));
  const leadIds = [...payload.lead_ids, ...imported];
  const texts = await eraseLeadContact(owner, orgId, { ...contact, leadIds, isShared, nobody });
  log.info({ org_id: orgId, leads: leadIds.length, texts }, "the contact of leads was erased");
});
