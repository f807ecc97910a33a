import type { IdentityScope } from "../shared/scope";

/** Ends every link of a person that is not used yet, as if its hour were over. The caller has locked the person's row. */
export async function revokeLinks(scope: IdentityScope, userId: string): Promise<void> {
  // Not the time of now: somebody who has waited for the lock is still at an earlier moment.
  await scope.db.$executeRaw`
    update one_time_token set expires_at = created_at where user_id = ${userId}::uuid and used_at is null`;
}
