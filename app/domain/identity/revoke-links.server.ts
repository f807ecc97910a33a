import type { IdentityScope } from "../shared/scope";
import type { LockedUser } from "./lock-user.server";

/**
 * Ends every link of a person that is not used yet, as if its hour were over, those of sign-ups with the address among
 * them; `invitations` says whether they end as well. The caller has locked the person's row. A pending sign-up stays
 * pending: what a sign-in with its password answers must not tell that its address has an account.
 */
export async function revokeLinks(
  scope: IdentityScope,
  { id, email }: Pick<LockedUser, "id" | "email">,
  { invitations }: { invitations: boolean },
): Promise<void> {
  // Not the time of now: somebody who has waited for the lock is still at an earlier moment.
  await scope.db.$executeRaw`
    update one_time_token set expires_at = created_at
    where user_id = ${id}::uuid and used_at is null and (${invitations} or purpose <> 'invite')`;
  await scope.db.$executeRaw`
    update sign_up set expires_at = created_at where email = ${email} and used_at is null`;
}
