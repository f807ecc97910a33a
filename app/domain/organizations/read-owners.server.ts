import { readPeople } from "../identity/read-people.server";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";

/**
 * Returns the names of the organization's owners, for members who need one of them.
 * Throws `forbidden`.
 */
export async function readOwners(scope: Scope): Promise<string[]> {
  requireStaff(scope);
  const owners = await scope.db.membership.findMany({
    where: { role: "owner" },
    orderBy: { createdAt: "asc" },
    select: { userId: true },
  });
  const ids = owners.map(({ userId }) => userId);
  const people = await readPeople(scope, ids);
  return ids.flatMap((id) => people.get(id)?.name ?? []);
}
