import type { IdentityScope } from "../shared/scope";
import type { LockedUser } from "./lock-user.server";

/**
 * Expires every unused link of a user, including those of sign-ups with the address; `invitations` includes
 * invitations. The link that stops an address change stays valid, so that an attacker in the account cannot end it. A
 * pending sign-up stays pending, because the response to a sign-in with its password must not reveal that the address
 * has an account. The caller has locked the user's row.
 */
export async function revokeLinks(
  scope: IdentityScope,
  { id, email }: Pick<LockedUser, "id" | "email">,
  { invitations }: { invitations: boolean },
): Promise<void> {
  // Not the present time, because a transaction that waited for the lock still uses an earlier time.
  await scope.db.$executeRaw`
    update one_time_token set expires_at = created_at
    where user_id = ${id}::uuid and used_at is null and purpose <> 'keep-email' and (${invitations} or purpose <> 'invite')`;
  await scope.db.$executeRaw`
    update sign_up set expires_at = created_at where email = ${email} and used_at is null`;
}
