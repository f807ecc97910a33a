import { endAccess } from "../affiliates/end-access.server";
import { deletePerson, type Farewell } from "../identity/delete-person.server";
import type { Day } from "../shared/dates";
import { DomainError } from "../shared/errors";
import type { IdentityScope, Scope } from "../shared/scope";
import { eraseTexts } from "./erase-member.server";
import { readMember, readMembers, standingAmong } from "./list-members.server";
import type { MemberRole } from "./member.schema";
import { closedUntilDay } from "./read-closing.server";
import { removeMember } from "./remove-member.server";

/**
 * A user's membership in an organization, and whether the organization needs another owner before the user can leave.
 */
export interface OwnWork {
  organization: string;
  role: MemberRole;
  isLastOwner: boolean;
  /** Whether there is no other member who could become owner. */
  isAlone: boolean;
  /** The id of the organization. */
  orgId: string;
  /** The day after which the organization is deleted, if an owner has closed it. */
  closedUntil: Day | null;
}

/**
 * Reads what users must know about an organization before they delete their account; null if they are not a member.
 * Throws `forbidden`.
 */
export async function readOwnWork(scope: Scope, userId: string): Promise<OwnWork | null> {
  const members = await readMembers(scope);
  const own = members.find(({ id }) => id === userId);
  if (!own) return null;
  const { isLastOwner, isAlone } = standingAmong(members, userId);
  const { name: organization } = await scope.organization();
  const closedUntil = await closedUntilDay(scope);
  return { organization, orgId: scope.orgId, role: own.role, isLastOwner, isAlone, closedUntil };
}

/** Functions that open the transactions one after the other, because each transaction belongs to one organization. */
export interface AccountDoors {
  person: <T>(use: (scope: IdentityScope) => Promise<T>) => Promise<T>;
  member: <T>(at: { orgId: string; role: MemberRole }, use: (scope: Scope) => Promise<T>) => Promise<T>;
  /** Acts for an affiliate with the rights of the organization, because affiliates cannot change their own record. */
  portal: <T>(orgId: string, use: (scope: Scope) => Promise<T>) => Promise<T>;
}

/**
 * Deletes a user's account. They leave every organization where they are a member, which erases their name and address
 * (GDPR Art. 17; job `person.erase`). Their access to portals ends; there they stay known as an affiliate who may be
 * owed money. The account goes with sessions, links and second factors. Nothing changes while an organization would
 * have no owner. Owned organizations are left first: of two owners who leave concurrently, the second keeps everything
 * else. Calling it again continues an interrupted deletion.
 * @param erasedName returns the replacement name for an id
 * Throws `last_owner`, `proof_required`, `not_found` (the account was deleted, or the user has joined an organization
 * in the meantime).
 */
export async function deleteAccount(
  { person, member, portal }: AccountDoors,
  who: Farewell,
  erasedName: (id: string) => string,
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
  for (const at of work) await member(at, (scope) => leaveForGood(scope, who, erasedName(userId)));
  for (const { orgId, affiliateId } of affiliations)
    await portal(orgId, (scope) => endAccess(scope, { affiliateId, userId }, erasedName(affiliateId)));
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
  // A user who is also an affiliate here keeps this name.
  if (affiliate) return;
  await eraseTexts(scope, { userId, name: member.name, email: member.email, nobody });
}
