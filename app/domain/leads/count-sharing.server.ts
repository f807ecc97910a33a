import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";

/** How many other leads of the organization have the e-mail address of this one. Throws `forbidden`. */
export async function countSharing(scope: Scope, lead: { id: string; email: string }): Promise<number> {
  requireStaff(scope);
  return scope.db.lead.count({ where: { email: lead.email, id: { not: lead.id } } });
}
