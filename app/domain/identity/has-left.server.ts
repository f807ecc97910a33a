import { allowUserAccess } from "./open-person.server";
import { isErased } from "../shared/erased";
import type { Scope } from "../shared/scope";

/** Returns whether an affiliate has ended their access: they belong to a placeholder account but were not erased. */
export async function hasLeft(
  scope: Scope,
  { userId, email, signedInAt }: { userId: string; email: string; signedInAt: Date | null },
): Promise<boolean> {
  // Ending the access clears the time of the last sign-in.
  if (signedInAt !== null || isErased(email)) return false;
  await allowUserAccess(scope, userId);
  const [row] = await scope.db.$queryRaw<{ email: string }[]>`
    select email from app_user where id = ${userId}::uuid`;
  return row !== undefined && isErased(row.email);
}
