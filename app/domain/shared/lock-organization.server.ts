import type { Scope } from "./scope";

/**
 * Locks the organization until the transaction ends, so that changes of what it has once follow each other. Other
 * tables can still refer to it.
 */
export async function lockOrganization(scope: Scope): Promise<void> {
  await scope.db.$queryRaw`select 1 from organization where org_id = ${scope.orgId}::uuid for no key update`;
}
