import { DomainError } from "../shared/errors";
import type { Scope } from "../shared/scope";
import type { MemberRole } from "./member.schema";

/**
 * Locks an open invitation until the transaction ends and reads it.
 * Throws `not_found`.
 */
export async function lockInvitation(scope: Scope, id: string): Promise<{ email: string; role: MemberRole }> {
  const [row] = await scope.db.$queryRaw<{ email: string; role: MemberRole }[]>`
    select email, role from member_invitation
    where org_id = ${scope.orgId}::uuid and id = ${id}::uuid and accepted_at is null and revoked_at is null
    for no key update`;
  if (!row) throw new DomainError("not_found");
  return row;
}
