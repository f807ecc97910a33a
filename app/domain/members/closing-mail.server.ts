import { allowUserAccess } from "../identity/open-person.server";
import { readPeople } from "../identity/read-people.server";
import type { Day } from "../shared/dates";
import type { Scope } from "../shared/scope";
import { closedUntilDay } from "./read-closing.server";

/** Content of the email to a member when their organization is closed or opened again. */
export interface ClosingMail {
  userId: string;
  name: string;
  email: string;
  language: string | null;
  organization: string;
  isOwner: boolean;
  /** Name of the member who did it; null for an operator, and for a user who is not a member any more. */
  by: string | null;
  /** The day after which a closed organization is deleted. */
  until: Day | null;
}

/** Reads such an email; null if it is outdated, or the user is no longer a member. */
export async function closingMail(
  scope: Scope,
  { userId, told, by }: { userId: string; told: "closed" | "reopened"; by: string | null },
): Promise<ClosingMail | null> {
  const facts = await scope.organization();
  if ((told === "closed") !== (facts.closedAt !== null)) return null;
  const membership = await scope.db.membership.findFirst({
    where: { userId, role: { not: "affiliate" } },
    select: { role: true },
  });
  const people = await readPeople(scope, by ? [userId, by] : [userId]);
  const person = people.get(userId);
  if (!membership || !person) return null;
  await allowUserAccess(scope, userId);
  const { email } = await scope.db.user.findUniqueOrThrow({ where: { id: userId } });
  return {
    userId,
    name: person.name,
    email,
    language: person.language,
    organization: facts.name,
    isOwner: membership.role === "owner",
    by: (by && people.get(by)?.name) || null,
    until: await closedUntilDay(scope),
  };
}
