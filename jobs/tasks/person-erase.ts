import { z } from "zod";
import { erasePerson } from "~/platform/db/erase-person.server";
import { defineTask } from "../define-task";

const sealedPerson = z.object({ name: z.string(), email: z.string() });

/** Takes the name and address of an erased affiliate or member out of all texts, and closes their account (OPS-05). */
export const personErase = defineTask("person.erase", async (payload, { owner, unseal, log }) => {
  const { name, email } = sealedPerson.parse(JSON.parse(unseal(payload.person)));
  const { affiliate_id: affiliateId, user_id: userId, nobody, org_id: orgId } = payload;
  const erased = await erasePerson(owner, orgId, { affiliateId, userId, name, email, nobody });
  log.info({ org_id: orgId, user_id: userId, ...erased }, "a person was erased");
});
