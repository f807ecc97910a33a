import { recordId } from "../shared/fields";
import type { Scope } from "../shared/scope";

/**
 * Returns the lead into which a lead was merged; null if it was not. `id` may be any value. An affiliate follows only
 * their own leads, and only to a lead that is theirs.
 */
export async function mergedInto(scope: Scope, id: unknown): Promise<string | null> {
  const { data } = recordId.safeParse(id);
  if (!data) return null;
  const merged = await scope.db.mergedLead.findFirst({ where: { id: data }, select: { leadId: true } });
  if (!merged) return null;
  const lead = await scope.db.lead.findFirst({ where: { id: merged.leadId }, select: { id: true } });
  return lead?.id ?? null;
}
