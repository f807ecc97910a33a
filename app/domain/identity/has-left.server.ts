import { openPerson } from "./open-person.server";
import { isErased } from "../shared/erased";
import type { Scope } from "../shared/scope";

/**
 * Whether an affiliate has ended their access: the account they belong to is nobody's, although they were not erased.
 */
export async function hasLeft(
  scope: Scope,
  { userId, email, signedInAt }: { userId: string; email: string; signedInAt: Date | null },
): Promise<boolean> {
  // Ending the access forgets when they have signed in.
  if (signedInAt !== null || isErased(email)) return false;
  await openPerson(scope, userId);
  const [row] = await scope.db.$queryRaw<{ email: string }[]>`
    select email from app_user where id = ${userId}::uuid`;
  return row !== undefined && isErased(row.email);
}
