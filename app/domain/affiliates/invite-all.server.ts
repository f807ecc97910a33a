import { readPeople } from "../identity/read-people.server";
import { DomainError } from "../shared/errors";
import { requireStaff } from "../shared/permissions";
import type { Scope, InScope } from "../shared/scope";
import { isErased } from "../shared/erased";
import type { SkippedAffiliate } from "./affiliate-batch";
import { unknownAffiliates } from "./choose-affiliates.server";
import { inInvitationState, invitationOf, uninvited } from "./invitation";
import { sendInvitation } from "./send-invitation.server";

/** Limit for the affiliates invited in one batch. */
export const MAX_INVITED = 100;

/** The affiliates who can be invited in one batch. */
export interface Uninvited {
  /** Oldest first, at most {@link MAX_INVITED}, without addresses that do not exist. */
  affiliates: { id: string; name: string; email: string }[];
  /** Total number, without the limit. */
  count: number;
  /** The selected affiliates who get no invitation, and why; empty without a selection. */
  skipped: SkippedAffiliate[];
}

/**
 * Reads the affiliates without an invitation or with an expired link: all of them, or those with the given ids.
 * Throws `forbidden`.
 */
export async function readUninvited(scope: Scope, ids: readonly string[] | null = null): Promise<Uninvited> {
  requireStaff(scope);
  const rows = await scope.db.affiliate.findMany({
    where: ids ? { id: { in: [...ids] } } : inInvitationState(uninvited, scope.now),
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: {
      id: true,
      name: true,
      email: true,
      status: true,
      invitedAt: true,
      membership: { select: { userId: true } },
    },
  });
  const people = await readPeople(
    scope,
    rows.map(({ membership }) => membership.userId),
  );
  const found = rows.map((row) => {
    const isRefused = people.get(row.membership.userId)?.refused ?? false;
    return { row, code: reasonToSkip(row, isRefused, scope.now) };
  });
  const reachable = found.flatMap(({ row, code }) => (code ? [] : [row]));
  const affiliates = reachable.slice(0, MAX_INVITED).map(({ id, name, email }) => ({ id, name, email }));
  const skipped = found.flatMap(({ row, code }) => (code ? [{ name: row.name, code }] : []));
  return {
    affiliates,
    count: reachable.length,
    skipped: ids ? [...skipped, ...unknownAffiliates(ids, rows)] : [],
  };
}

/** Returns why an affiliate gets no invitation in a batch; null for one who does. */
function reasonToSkip(
  { status, invitedAt, email }: { status: string; invitedAt: Date | null; email: string },
  isRefused: boolean,
  now: Date,
): SkippedAffiliate["code"] | null {
  if (isErased(email)) return "erased";
  if (status !== "invited") return status === "inactive" ? "inactive" : "signed_in";
  if (invitedAt && !invitationOf(invitedAt, now).expired) return "link_valid";
  return isRefused ? "address_refused" : null;
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
  /** Ids of affiliates who were changed or invited in the meantime. */
  skipped: string[];
  /** Why the batch ended early: mail quota used up, or organization paused or closed. Null if it did not end early. */
  stopped: DomainError | null;
}

/** Error codes that would also reject every following invitation. */
const ENDS: readonly string[] = ["mail_budget_used", "organization_paused", "organization_closed"];

/**
 * Invites affiliates one by one, each in its own transaction and with the checks of a single invitation. Affiliates
 * invited in the meantime are skipped. The first error that concerns all affiliates ends the batch. Each email is in
 * the affiliate's language.
 * Throws `forbidden`.
 */
export async function inviteAll(inScope: InScope, ids: readonly string[]): Promise<Invited> {
  let sent = 0;
  const skipped: string[] = [];
  for (const id of ids) {
    try {
      await inScope((scope) => sendInvitation(scope, id));
      sent += 1;
    } catch (error) {
      if (!(error instanceof DomainError) || error.code === "forbidden") throw error;
      if (ENDS.includes(error.code)) return { sent, skipped, stopped: error };
      skipped.push(id);
    }
  }
  return { sent, skipped, stopped: null };
}
