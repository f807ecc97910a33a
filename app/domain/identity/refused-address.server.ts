import { emailSpellings } from "../shared/email";
import type { IdentityScope } from "../shared/scope";

/** Returns whether the mail server has rejected the user's current address as nonexistent. */
export async function isAddressRefused(scope: IdentityScope, userId: string): Promise<boolean> {
  const [row] = await scope.db.$queryRaw<{ refused: boolean }[]>`
    select coalesce(refused_email = email, false) as refused from app_user where id = ${userId}::uuid`;
  return row?.refused ?? false;
}

/** Records that the mail server has rejected a user's address as nonexistent, unless the address has changed since. */
export async function recordAddressRejected(scope: IdentityScope, userId: string, email: string): Promise<void> {
  await scope.db.$executeRaw`
    update app_user set refused_email = email
    where id = ${userId}::uuid and email = any(${emailSpellings(email)}::text[])`;
}

/** Records that an email to the address was accepted after all. */
export async function recordAddressReached(scope: IdentityScope, userId: string, email: string): Promise<void> {
  await scope.db.$executeRaw`
    update app_user set refused_email = null
    where id = ${userId}::uuid and refused_email = any(${emailSpellings(email)}::text[])`;
}
