import { DomainError } from "../shared/errors";
import type { Scope } from "../shared/scope";
import type { LeadMoving } from "./lead.schema";
import { moveLeads } from "./move-leads.server";

/**
 * Moves a lead in the pipeline (LEAD-03): new → contacted or qualified, open → lost, with the reason that the affiliate
 * will read (LEAD-14) and is told of when it can no longer be undone. Returns the id for `undoLeads`. Throws
 * `not_found`, `lead_not_open`, `forbidden`.
 */
export async function moveLead(scope: Scope, { leadId, to, reason }: LeadMoving): Promise<string> {
  const { batchId, refused } = await moveLeads(scope, {
    leadIds: [leadId],
    to,
    reason: reason ?? null,
    alone: true,
  });
  // One that has this status already was moved by somebody else.
  if (!batchId) throw new DomainError(refused[0]?.code ?? "lead_not_open");
  return batchId;
}
