import { DomainError } from "../shared/errors";
import type { Scope } from "../shared/scope";
import { createLead } from "./create-lead.server";
import type { SubmittedLead } from "./lead.schema";

/**
 * An affiliate's new lead (status new), announced as lead.created and to the staff. Returns its id, also when the form
 * was posted before.
 * Throws `forbidden` (the actor is no affiliate), `affiliate_inactive`.
 */
export async function submitLead(scope: Scope, input: SubmittedLead): Promise<string> {
  const { actor } = scope;
  if (actor.kind !== "affiliate") throw new DomainError("forbidden");
  const affiliate = await scope.db.affiliate.findFirst({ select: { status: true } });
  if (!affiliate) throw new DomainError("forbidden");
  if (affiliate.status === "inactive") throw new DomainError("affiliate_inactive");
  const { id, repeated } = await createLead(scope, { ...input, affiliateId: actor.affiliateId });
  if (!repeated) await scope.enqueue("notice.staff", { type: "lead_created", subject_id: id });
  return id;
}
