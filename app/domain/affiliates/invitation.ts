import { LINK_LIFETIME_MS } from "../identity/one-time-link";

/** An invitation that was mailed to the address an affiliate has now. */
export interface Invitation {
  sentAt: Date;
  /** When its link ends, or ended. */
  validUntil: Date;
  /** Whether that lies in the past. */
  expired: boolean;
}

/** The invitation that was mailed at a moment, as it stands now. */
export function invitationOf(sentAt: Date, now: Date): Invitation {
  const validUntil = new Date(sentAt.getTime() + LINK_LIFETIME_MS);
  return { sentAt, validUntil, expired: validUntil <= now };
}

/**
 * How far somebody who has not signed in yet is invited: not at all, with a link that works, with one that has ended.
 */
export const invitationStates = ["none", "open", "expired"] as const;
export type InvitationState = (typeof invitationStates)[number];

/** Whoever is mailed when all are invited at once: somebody whose link works has a mail already. */
export const uninvited = ["none", "expired"] as const satisfies readonly InvitationState[];

/** The state of somebody who has not signed in yet. */
export const invitationState = (invited: { expired: boolean } | null): InvitationState =>
  invited === null ? "none" : invited.expired ? "expired" : "open";

/** Prisma's filter for the affiliates in one of these states. */
export function inInvitationState(states: readonly InvitationState[], now: Date) {
  const begin = new Date(now.getTime() - LINK_LIFETIME_MS);
  const of = {
    none: { invitedAt: null },
    open: { invitedAt: { gt: begin } },
    expired: { invitedAt: { lte: begin } },
  };
  return { status: "invited", OR: states.map((state) => of[state]) };
}
