import { todayIn, type Day } from "../shared/dates";
import { recordId } from "../shared/fields";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";

/** Returns the day on which a lead was deleted; null if it was not. `id` may be any value. Throws `forbidden`. */
export async function deletedOn(scope: Scope, id: unknown): Promise<Day | null> {
  requireStaff(scope);
  const { data } = recordId.safeParse(id);
  const deleted = data && (await scope.db.deletedLead.findFirst({ where: { id: data }, select: { deletedAt: true } }));
  return deleted ? todayIn((await scope.organization()).timeZone, deleted.deletedAt) : null;
}
