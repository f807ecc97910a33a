import { DomainError } from "../shared/errors";
import { lockOrganization } from "../shared/lock-organization.server";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { MemberRole } from "./member.schema";

/** Roles of the organization's members, by user id. */
export type Members = ReadonlyMap<string, MemberRole>;

/**
 * Locks the organization's members until the transaction ends and returns them. Changes of members run one after the
 * other: if two owners demote each other concurrently, one stays owner. The roles are read now, because the acting
 * user's role may have changed since the request started.
 * Throws `forbidden` for a user who is no longer a member.
 */
export async function lockMembers(scope: Scope): Promise<Members> {
  requireStaff(scope);
  await lockOrganization(scope);
  const rows = await scope.db.membership.findMany({
    where: { role: { not: "affiliate" } },
    select: { userId: true, role: true },
  });
  const members = new Map(rows.map(({ userId, role }) => [userId, role as MemberRole]));
  if (scope.actor.kind === "member" && !members.has(scope.actor.userId)) throw new DomainError("forbidden");
  return members;
}

/**
 * Locks the members for an action of owners; see {@link lockMembers}.
 * Throws `forbidden` for all but current owners.
 */
export async function lockMembersAsOwner(scope: Scope): Promise<Members> {
  const members = await lockMembers(scope);
  const { actor } = scope;
  if (actor.kind === "member" && members.get(actor.userId) !== "owner") throw new DomainError("forbidden");
  return members;
}

/**
 * Checks that the organization has another owner.
 * Throws `last_owner` if this user is the only one.
 */
export function requireAnotherOwner(members: Members, userId: string): void {
  const another = [...members].some(([id, role]) => id !== userId && role === "owner");
  if (!another) throw new DomainError("last_owner");
}
