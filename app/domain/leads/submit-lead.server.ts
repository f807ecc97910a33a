import { DomainError } from "../shared/errors";
import type { Scope } from "../shared/scope";
import { createLead } from "./create-lead.server";
import type { SubmittedLead } from "./lead.schema";

/**
 * An affiliate's new lead (status new), announced as lead.created. Returns its id, also when the form was posted before.
 * Throws `forbidden` (the actor is no affiliate), `affiliate_inactive`.
 */
export async function submitLead(scope: Scope, input: SubmittedLead): Promise<string> {
  const { actor } = scope;
  if (actor.kind !== "affiliate") throw new DomainError("forbidden");
  const affiliate = await scope.db.affiliate.findFirst({ select: { status: true } });
  if (!affiliate) throw new DomainError("forbidden");
  if (affiliate.status === "inactive") throw new DomainError("affiliate_inactive");
  return (await createLead(scope, { ...input, affiliateId: actor.affiliateId })).id;
}
