import { DomainError } from "../shared/errors";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { MemberRole } from "./member.schema";

/** Who works for the organization, by the person's id. */
export type Members = ReadonlyMap<string, MemberRole>;

/**
 * Locks who works for the organization until the end of the transaction: changes of members take turns, so that of two
 * owners who demote each other at once one stays. Returns them as they are now, because the role that the acting person
 * had when the request began may be gone. Throws `forbidden` for whoever does not work here any more.
 */
export async function lockMembers(scope: Scope): Promise<Members> {
  requireStaff(scope);
  await scope.db.$queryRaw`
    select 1 from organization where org_id = ${scope.orgId}::uuid for no key update`;
  const rows = await scope.db.membership.findMany({
    where: { role: { not: "affiliate" } },
    select: { userId: true, role: true },
  });
  const members = new Map(rows.map(({ userId, role }) => [userId, role as MemberRole]));
  if (scope.actor.kind === "member" && !members.has(scope.actor.userId)) throw new DomainError("forbidden");
  return members;
}

/** The same for what only an owner may do. Throws `forbidden` for whoever is none now. */
export async function lockMembersAsOwner(scope: Scope): Promise<Members> {
  const members = await lockMembers(scope);
  const { actor } = scope;
  if (actor.kind === "member" && members.get(actor.userId) !== "owner") throw new DomainError("forbidden");
  return members;
}

/** Somebody has to own the organization. Throws `last_owner` when nobody else than this person does. */
export function requireAnotherOwner(members: Members, userId: string): void {
  const another = [...members].some(([id, role]) => id !== userId && role === "owner");
  if (!another) throw new DomainError("last_owner");
}
