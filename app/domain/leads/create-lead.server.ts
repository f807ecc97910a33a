import { createHash } from "node:crypto";
import { DomainError } from "../shared/errors";
import { actingUser } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { emitEvent } from "../webhooks/emit-event.server";
import { leadValues, type AddedLead } from "./lead.schema";

/**
 * Writes a new lead (status new) and announces it as lead.created, once: the same form posted again finds the lead that
 * is there (`repeated`). What a lead may be written for is decided by the callers.
 */
export async function createLead(scope: Scope, input: AddedLead): Promise<{ id: string; repeated: boolean }> {
  const submissionId = submissionOf(input);
  // If another transaction is saving the same form, this waits for it and then inserts nothing.
  const [lead] = await scope.db.lead.createManyAndReturn({
    data: [
      {
        ...input.contact,
        affiliateId: input.affiliateId,
        submissionId,
        createdBy: actingUser(scope),
        createdAt: scope.now,
        updatedAt: scope.now,
      },
    ],
    skipDuplicates: true,
    select: { id: true },
  });
  if (lead) {
    await emitEvent(scope, { name: "lead.created", leadId: lead.id });
    return { id: lead.id, repeated: false };
  }
  const earlier = await scope.db.lead.findFirst({ where: { submissionId }, select: { id: true } });
  // A lead of another affiliate, which the portal cannot read.
  if (!earlier) throw new DomainError("not_found");
  return { id: earlier.id, repeated: true };
}

/**
 * Identifies a submission: the form's id together with its values. After "back" in the browser the same form can be
 * used for another lead; with other values it is another submission, so that lead is saved.
 */
function submissionOf({ submissionId, contact, affiliateId }: AddedLead): string | null {
  if (!submissionId) return null;
  const typed = JSON.stringify([submissionId, ...Object.values(leadValues(contact, affiliateId))]);
  const hex = createHash("sha256").update(typed).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    "-",
  );
}
