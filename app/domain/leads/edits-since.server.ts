import type { z } from "zod";
import type { AuditAction } from "../shared/proofs";
import type { Scope } from "../shared/scope";
import type { LeadAction } from "./undoing";

type Edit<Details> = Details & { leadId: string; batchId: string | null };

/**
 * Returns the recorded changes of an action's leads since then, including those of the action itself. Entries with
 * other details than `details` are left out.
 */
export async function editsSince<Details extends object>(
  scope: Scope,
  action: LeadAction,
  details: z.ZodType<Details>,
): Promise<Edit<Details>[]> {
  const entries = await scope.db.auditEntry.findMany({
    where: {
      entityId: { in: action.leadIds },
      action: "lead.edit" satisfies AuditAction,
      createdAt: { gte: action.createdAt },
    },
    select: { entityId: true, batchId: true, data: true },
  });
  return entries.flatMap(({ entityId, batchId, data }) => {
    const read = details.safeParse(data);
    return read.success ? [{ ...read.data, leadId: entityId, batchId }] : [];
  });
}
