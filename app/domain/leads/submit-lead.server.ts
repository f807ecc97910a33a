import { DomainError } from "../shared/errors";
import type { Scope } from "../shared/scope";
import { emitEvent } from "../webhooks/emit-event.server";
import type { LeadContact } from "./lead.schema";

/**
 * An affiliate's new lead (status new), announced as lead.created. Returns its id.
 * Throws `forbidden` (the actor is no affiliate), `affiliate_inactive`.
 */
export async function submitLead(scope: Scope, input: LeadContact): Promise<string> {
  const { actor } = scope;
  if (actor.kind !== "affiliate") throw new DomainError("forbidden");
  const affiliate = await scope.db.affiliate.findFirst({ select: { status: true } });
  if (!affiliate) throw new DomainError("forbidden");
  if (affiliate.status === "inactive") throw new DomainError("affiliate_inactive");
  const { id } = await scope.db.lead.create({
    data: { ...input, affiliateId: actor.affiliateId, createdAt: scope.now, updatedAt: scope.now },
    select: { id: true },
  });
  await emitEvent(scope, { name: "lead.created", leadId: id });
  return id;
}
