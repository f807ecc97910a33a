import { recordAudit } from "../audit/record-audit.server";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { createLead } from "./create-lead.server";
import type { AddedLead } from "./lead.schema";
import { requireAffiliateOfOrg } from "./require-affiliate.server";

/**
 * A lead that staff add themselves (LEAD-10), with or without an affiliate; announced as lead.created like a submitted
 * one. Returns its id, also when the form was posted before. Throws `not_found` (no such affiliate), `forbidden`.
 */
export async function addLead(scope: Scope, input: AddedLead): Promise<string> {
  requireStaff(scope);
  if (input.affiliateId) await requireAffiliateOfOrg(scope, input.affiliateId);
  const { id, repeated } = await createLead(scope, input);
  if (!repeated) {
    await recordAudit(scope, {
      action: "lead.add",
      entity: "lead",
      entityId: id,
      data: { affiliate_id: input.affiliateId },
    });
  }
  return id;
}
