import { endAccess } from "../affiliates/end-access.server";
import { deletePerson, type Farewell } from "../identity/delete-person.server";
import { DomainError } from "../shared/errors";
import type { IdentityScope, Scope } from "../shared/scope";
import { eraseTexts } from "./erase-member.server";
import { readMember, readMembers, standingAmong } from "./list-members.server";
import type { MemberRole } from "./member.schema";
import { removeMember } from "./remove-member.server";

/** Where somebody works, and whether the organization needs another owner before they can go. */
export interface OwnWork {
  organization: string;
  role: MemberRole;
  isLastOwner: boolean;
  /** Nobody else works there who could become one. */
  isAlone: boolean;
}

/**
 * What of an organization somebody has to know who deletes their account; null when they do not work there. Throws
 * `forbidden`.
 */
export async function readOwnWork(scope: Scope, userId: string): Promise<OwnWork | null> {
  const members = await readMembers(scope);
  const own = members.find(({ id }) => id === userId);
  if (!own) return null;
  const { isLastOwner, isAlone } = standingAmong(members, userId);
  return { organization: (await scope.organization()).name, role: own.role, isLastOwner, isAlone };
}

/** How the transactions are opened, one after the other: each organization is closed to all others. */
export interface AccountDoors {
  person: <T>(use: (scope: IdentityScope) => Promise<T>) => Promise<T>;
  member: <T>(at: { orgId: string; role: MemberRole }, use: (scope: Scope) => Promise<T>) => Promise<T>;
  /** Of an affiliate, with the rights of the organization: to their own an affiliate can change nothing. */
  portal: <T>(orgId: string, use: (scope: Scope) => Promise<T>) => Promise<T>;
}

/**
 * Deletes somebody's account: they leave every organization they work for, which forgets their name and address (GDPR
 * Art. 17; the job `person.erase`), their access to portals ends, where they stay known as who is owed something, and
 * their account goes with sessions, links and second factors. While an organization would have no owner, nothing
 * happens. Those they own are left first, so that of two owners who go at once the second keeps everything else. What
 * was interrupted is carried on by doing it again.
 * @param nobodyOf the name of who is gone, by an id
 * Throws `last_owner`, `proof_required`, `not_found` (the account is gone, or they were let in somewhere meanwhile).
 */
export async function deleteAccount(
  { person, member, portal }: AccountDoors,
  who: Farewell,
  nobodyOf: (id: string) => string,
): Promise<void> {
  const { userId } = who;
  const { work, affiliations } = await person(async (scope) => ({
    work: await scope.db.$queryRaw<{ orgId: string; role: MemberRole }[]>`
      select org_id as "orgId", role from app.memberships(${userId}::uuid) order by role <> 'owner', org_id`,
    affiliations: await scope.affiliations(userId),
  }));
  for (const at of work)
    await member(at, async (scope) => {
      if ((await readOwnWork(scope, userId))?.isLastOwner) throw new DomainError("last_owner");
    });
  for (const at of work) await member(at, (scope) => leaveForGood(scope, who, nobodyOf(userId)));
  for (const { orgId, affiliateId } of affiliations)
    await portal(orgId, (scope) => endAccess(scope, { affiliateId, userId }, nobodyOf(affiliateId)));
  if (!(await person((scope) => deletePerson(scope, who)))) throw new DomainError("not_found");
}

async function leaveForGood(scope: Scope, { userId }: Farewell, nobody: string): Promise<void> {
  const member = await readMember(scope, userId);
  if (!member) return;
  const affiliate = await scope.db.membership.findFirst({
    where: { userId, role: "affiliate" },
    select: { affiliateId: true },
  });
  await removeMember(scope, userId, { isTold: false });
  // Who is owed something here stays known by this name.
  if (affiliate) return;
  await eraseTexts(scope, { userId, name: member.name, email: member.email, nobody });
}
