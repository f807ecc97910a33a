import type { IdentityScope } from "../shared/scope";

/** Returns the ids of the organizations where a user is a member, optionally with one role only. */
export async function organizationsOf(scope: IdentityScope, userId: string, role?: "owner"): Promise<string[]> {
  const rows = await scope.db.$queryRaw<{ org_id: string }[]>`
    select org_id from app.memberships(${userId}::uuid) where role = ${role ?? null} or ${role ?? null}::text is null`;
  return rows.map(({ org_id }) => org_id);
}
