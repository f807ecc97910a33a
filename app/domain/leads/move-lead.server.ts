import { recordAudit } from "../audit/record-audit.server";
import { DomainError } from "../shared/errors";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { changeStatus } from "./change-status.server";
import { leadTransitions } from "./lead";
import type { LeadMoving } from "./lead.schema";
import { notifyLeadLost } from "./notify-lead-lost.server";

/**
 * Moves a lead in the pipeline (LEAD-03): new → contacted or qualified, open → lost, with the reason that the affiliate will read
 * (LEAD-14) and is told of. Throws `not_found`, `lead_not_open`, `forbidden`.
 */
export async function moveLead(scope: Scope, { leadId, to, reason }: LeadMoving): Promise<void> {
  requireStaff(scope);
  const changed = await changeStatus(scope, { leadIds: [leadId], from: leadTransitions[to], to, reason });
  if (changed.length === 0) {
    const lead = await scope.db.lead.findFirst({ where: { id: leadId }, select: { id: true } });
    throw new DomainError(lead ? "lead_not_open" : "not_found");
  }
  if (to === "lost") await notifyLeadLost(scope, changed, reason);
  await recordAudit(scope, { action: `lead.${to}`, entity: "lead", entityId: leadId });
}
