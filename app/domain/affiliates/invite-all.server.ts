import { readPeople } from "../identity/read-people.server";
import { DomainError } from "../shared/errors";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { inInvitationState, uninvited } from "./invitation";
import { sendInvitation } from "./send-invitation.server";

/** At most so many are invited at once. */
export const MOST_INVITED = 100;

/** Who can be invited at once. */
export interface Uninvited {
  /** The oldest first, at most {@link MOST_INVITED}; without those whose address does not exist. */
  affiliates: { id: string; name: string; email: string }[];
  /** How many there are in all. */
  count: number;
}

/** Everybody who has not been invited, or whose link has ended. Throws `forbidden`. */
export async function readUninvited(scope: Scope): Promise<Uninvited> {
  requireStaff(scope);
  const where = inInvitationState(uninvited, scope.now);
  const rows = await scope.db.affiliate.findMany({
    where,
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: { id: true, name: true, email: true, membership: { select: { userId: true } } },
  });
  const people = await readPeople(
    scope,
    rows.map(({ membership }) => membership.userId),
  );
  const reachable = rows.filter(({ membership }) => !people.get(membership.userId)?.refused);
  const affiliates = reachable.slice(0, MOST_INVITED).map(({ id, name, email }) => ({ id, name, email }));
  return { affiliates, count: reachable.length };
}

/** How many have not been invited or have a link that has ended, whatever becomes of their mail. Throws `forbidden`. */
export async function countUninvited(scope: Scope): Promise<number> {
  requireStaff(scope);
  return scope.db.affiliate.count({ where: inInvitationState(uninvited, scope.now) });
}

/** What came of inviting several. */
export interface Invited {
  sent: number;
  /** Why it ended before the last one: no more mails today, or the organization is paused. Null when it did not. */
  stopped: DomainError | null;
}

/** Refusals that would meet everybody who comes next, too. */
const ENDS: readonly string[] = ["mail_budget_used", "organization_paused"];

/**
 * Invites affiliates one by one, each in a transaction of their own and by the same rules as a single one: whoever was
 * invited in the meantime is left out, and the first refusal that concerns all ends it. Each mail is in the affiliate's
 * language. Throws `forbidden`.
 */
export async function inviteAll(
  inScope: <T>(use: (scope: Scope) => Promise<T>) => Promise<T>,
  ids: readonly string[],
): Promise<Invited> {
  let sent = 0;
  for (const id of ids) {
    try {
      await inScope((scope) => sendInvitation(scope, id));
      sent += 1;
    } catch (error) {
      if (!(error instanceof DomainError) || error.code === "forbidden") throw error;
      if (ENDS.includes(error.code)) return { sent, stopped: error };
    }
  }
  return { sent, stopped: null };
}
