import { readPeople } from "../identity/read-people.server";
import { DomainError } from "../shared/errors";
import { requireStaff } from "../shared/permissions";
import type { Scope, InScope } from "../shared/scope";
import { inInvitationState, uninvited } from "./invitation";
import { sendInvitation } from "./send-invitation.server";

/** Limit for the affiliates invited in one batch. */
export const MAX_INVITED = 100;

/** The affiliates who can be invited in one batch. */
export interface Uninvited {
  /** Oldest first, at most {@link MAX_INVITED}, without addresses that do not exist. */
  affiliates: { id: string; name: string; email: string }[];
  /** Total number, without the limit. */
  count: number;
}

/**
 * Reads the affiliates without an invitation or with an expired link.
 * Throws `forbidden`.
 */
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
  const affiliates = reachable.slice(0, MAX_INVITED).map(({ id, name, email }) => ({ id, name, email }));
  return { affiliates, count: reachable.length };
}

/**
 * Counts affiliates without an invitation or with an expired link, also those whose address does not exist.
 * Throws `forbidden`.
 */
export async function countUninvited(scope: Scope): Promise<number> {
  requireStaff(scope);
  return scope.db.affiliate.count({ where: inInvitationState(uninvited, scope.now) });
}

/** Result of a batch of invitations. */
export interface Invited {
  sent: number;
  /** Why the batch ended early: mail quota used up, or organization paused. Null if it did not end early. */
  stopped: DomainError | null;
}

/** Error codes that would also reject every following invitation. */
const ENDS: readonly string[] = ["mail_budget_used", "organization_paused"];

/**
 * Invites affiliates one by one, each in its own transaction and with the checks of a single invitation. Affiliates
 * invited in the meantime are skipped. The first error that concerns all affiliates ends the batch. Each email is in
 * the affiliate's language.
 * Throws `forbidden`.
 */
export async function inviteAll(inScope: InScope, ids: readonly string[]): Promise<Invited> {
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
