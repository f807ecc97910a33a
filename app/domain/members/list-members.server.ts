import { compareNames } from "../shared/order";
import { requireOwner, requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { MemberRole } from "./member.schema";
import { RESEND_INTERVAL_MS } from "./send-invitation.server";

/** A member of the organization. */
export interface Member {
  /** The user's id. */
  id: string;
  name: string;
  email: string;
  role: MemberRole;
  since: Date;
  /** Whether a mail server has reported that the address does not exist. */
  refused: boolean;
}

/**
 * Lists the organization's members, owners first, then by name.
 * Throws `forbidden`.
 */
export async function readMembers(scope: Scope): Promise<Member[]> {
  requireStaff(scope);
  const rows = await scope.db.$queryRaw<Member[]>`
    select id, name, email, role, since, refused from app.members()`;
  return rows.sort(
    (one, other) =>
      Number(other.role === "owner") - Number(one.role === "owner") ||
      compareNames(one.name, other.name) ||
      one.id.localeCompare(other.id),
  );
}

/**
 * Reads one member; null if not found.
 * Throws `forbidden`.
 */
export async function readMember(scope: Scope, userId: string): Promise<Member | null> {
  return (await readMembers(scope)).find(({ id }) => id === userId) ?? null;
}

/** Returns the position of a user among the given members. */
export function standingAmong(members: readonly Member[], userId: string) {
  const owners = members.filter(({ role }) => role === "owner");
  return {
    owners,
    /** True if the user is the only owner of the organization. */
    isLastOwner: owners.length === 1 && owners[0]!.id === userId,
    /** True if the organization has only one member. */
    isAlone: members.length === 1,
  };
}

/** An invitation that was not accepted yet. */
export interface OpenInvitation {
  id: string;
  email: string;
  role: MemberRole;
  /** When the last email was requested. */
  sentAt: Date;
  /** When its link expires or expired. */
  validUntil: Date;
  expired: boolean;
  /** Earliest time for another email. */
  againAt: Date;
  /** Whether a mail server has reported that the address does not exist. */
  refused: boolean;
}

/**
 * Lists the open invitations, latest email first.
 * Throws `forbidden` for all but owners.
 */
export async function listInvitations(scope: Scope): Promise<OpenInvitation[]> {
  requireOwner(scope);
  const rows = await scope.db.memberInvitation.findMany({
    where: { acceptedAt: null, revokedAt: null },
    orderBy: [{ sentAt: "desc" }, { id: "desc" }],
    select: { id: true, email: true, role: true, sentAt: true, expiresAt: true, refusedAt: true },
  });
  return rows.map(({ id, email, role, sentAt, expiresAt, refusedAt }) => ({
    id,
    email,
    sentAt,
    role: role as MemberRole,
    validUntil: expiresAt,
    expired: expiresAt <= scope.now,
    refused: refusedAt !== null,
    againAt: new Date(sentAt.getTime() + RESEND_INTERVAL_MS),
  }));
}
