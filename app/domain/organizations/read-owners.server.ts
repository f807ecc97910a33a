import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";

/** Names of the organisation's owners: whom members turn to. Throws `forbidden`. */
export async function readOwners(scope: Scope): Promise<string[]> {
  requireStaff(scope);
  const owners = await scope.db.orgMember.findMany({
    where: { role: "owner" },
    orderBy: { createdAt: "asc" },
    select: { user: { select: { name: true } } },
  });
  return owners.map(({ user }) => user.name);
}
