import { isErased } from "../shared/erased";
import type { Scope } from "../shared/scope";
import { openPerson } from "./open-person.server";

/** Whether the account an affiliate belongs to is nobody's: they were erased, or have ended their access. */
export async function isNobody(scope: Scope, userId: string): Promise<boolean> {
  await openPerson(scope, userId);
  const [row] = await scope.db.$queryRaw<{ email: string }[]>`
    select email from app_user where id = ${userId}::uuid`;
  return row !== undefined && isErased(row.email);
}
