import { z } from "zod";
import { eraseLeadContact } from "~/platform/db/erase-lead-contact.server";
import { defineTask } from "../define-task";

const sealedContact = z.object({
  names: z.array(z.string()),
  email: z.string(),
  phones: z.array(z.string()),
  is_shared: z.boolean(),
});

/** Takes the contact of erased leads out of all texts (OPS-05). */
export const leadErase = defineTask("lead.erase", async (payload, { owner, unseal, log }) => {
  const { is_shared: isShared, ...contact } = sealedContact.parse(JSON.parse(unseal(payload.person)));
  const { lead_ids: leadIds, nobody, org_id: orgId } = payload;
  const texts = await eraseLeadContact(owner, orgId, { ...contact, leadIds, isShared, nobody });
  log.info({ org_id: orgId, leads: leadIds.length, texts }, "the contact of leads was erased");
});
