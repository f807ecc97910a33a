import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";

/**
 * Counts the other leads of the organization with this lead's email address.
 * Throws `forbidden`.
 */
export async function countSharing(scope: Scope, lead: { id: string; email: string }): Promise<number> {
  requireStaff(scope);
  return scope.db.lead.count({ where: { email: lead.email, id: { not: lead.id } } });
}
