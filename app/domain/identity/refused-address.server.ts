import { emailSpellings } from "../shared/email";
import type { IdentityScope } from "../shared/scope";

/** Whether the address that a person has now was refused by its mail server as one that does not exist. */
export async function isAddressRefused(scope: IdentityScope, userId: string): Promise<boolean> {
  const [row] = await scope.db.$queryRaw<{ refused: boolean }[]>`
    select coalesce(refused_email = email, false) as refused from app_user where id = ${userId}::uuid`;
  return row?.refused ?? false;
}

/**
 * Notes that the mail server has refused an address of a person: it does not exist. Not if they have another one by
 * now.
 */
export async function noteAddressRefused(scope: IdentityScope, userId: string, email: string): Promise<void> {
  await scope.db.$executeRaw`
    update app_user set refused_email = email
    where id = ${userId}::uuid and email = any(${emailSpellings(email)}::text[])`;
}

/** Notes that a mail to the address was accepted after all. */
export async function noteAddressReached(scope: IdentityScope, userId: string, email: string): Promise<void> {
  await scope.db.$executeRaw`
    update app_user set refused_email = null
    where id = ${userId}::uuid and refused_email = any(${emailSpellings(email)}::text[])`;
}
