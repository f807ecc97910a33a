import { DomainError } from "../shared/errors";
import type { Scope } from "../shared/scope";
import type { MoveLeadInput } from "./lead.schema";
import { moveLeads } from "./move-leads.server";

/**
 * Changes the status of a lead (LEAD-03) and returns the id for `undoLeads`: new → contacted or qualified, open → lost.
 * The affiliate sees the reason of a loss (LEAD-14) and is notified when undoing is no longer possible.
 * Throws `not_found`, `lead_not_open`, `forbidden`.
 */
export async function moveLead(scope: Scope, { leadId, to, reason }: MoveLeadInput): Promise<string> {
  const { batchId, refused } = await moveLeads(scope, {
    leadIds: [leadId],
    to,
    reason: reason ?? null,
    alone: true,
  });
  // Another user has already set this status.
  if (!batchId) throw new DomainError(refused[0]?.code ?? "lead_not_open");
  return batchId;
}
