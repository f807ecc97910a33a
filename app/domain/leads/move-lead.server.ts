import { recordAudit } from "../audit/record-audit.server";
import { DomainError } from "../shared/errors";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { leadTransitions, type LeadMove } from "./lead";

/**
 * Moves a lead in the pipeline (LEAD-03): new → qualified, open → lost. The old states stand in the update itself, so
 * of two people one wins. Throws `not_found`, `lead_not_open`, `forbidden`.
 */
export async function moveLead(scope: Scope, input: { leadId: string; to: LeadMove }): Promise<void> {
  requireStaff(scope);
  const { count } = await scope.db.lead.updateMany({
    where: { id: input.leadId, status: { in: leadTransitions[input.to] } },
    data: {
      status: input.to,
      ...(input.to === "qualified" && { qualifiedAt: scope.now }),
      updatedAt: scope.now,
    },
  });
  if (count === 0) {
    const lead = await scope.db.lead.findFirst({ where: { id: input.leadId }, select: { id: true } });
    throw new DomainError(lead ? "lead_not_open" : "not_found");
  }
  await recordAudit(scope, { action: `lead.${input.to}`, entity: "lead", entityId: input.leadId });
}
