import { DomainError } from "../shared/errors";
import type { Scope } from "../shared/scope";
import { createLead } from "./create-lead.server";
import type { SubmittedLead } from "./lead.schema";

/**
 * Submits an affiliate's new lead and returns its id, also if the form was posted before. Emits lead.created and
 * notifies staff.
 * Throws `forbidden` (not an affiliate), `affiliate_inactive`.
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
