import { LINK_LIFETIME_MS } from "../identity/one-time-link";

/** An invitation that was emailed to the current address of an affiliate. */
export interface Invitation {
  sentAt: Date;
  /** When its link expires or expired. */
  validUntil: Date;
  expired: boolean;
}

/** Returns the invitation that was emailed at a given time, with its state at `now`. */
export function invitationOf(sentAt: Date, now: Date): Invitation {
  const validUntil = new Date(sentAt.getTime() + LINK_LIFETIME_MS);
  return { sentAt, validUntil, expired: validUntil <= now };
}

/** Invitation state of an affiliate who has not signed in yet: no invitation, a valid link or an expired link. */
export const invitationStates = ["none", "open", "expired"] as const;
export type InvitationState = (typeof invitationStates)[number];

/** States that the invitation of all affiliates includes. A person with a valid link already has an email. */
export const uninvited = ["none", "expired"] as const satisfies readonly InvitationState[];

/** Returns the state of an affiliate who has not signed in yet. */
export const invitationState = (invited: { expired: boolean } | null): InvitationState =>
  invited === null ? "none" : invited.expired ? "expired" : "open";

/** Builds Prisma's filter for affiliates in one of these states. */
export function inInvitationState(states: readonly InvitationState[], now: Date) {
  const begin = new Date(now.getTime() - LINK_LIFETIME_MS);
  const of = {
    none: { invitedAt: null },
    open: { invitedAt: { gt: begin } },
    expired: { invitedAt: { lte: begin } },
  };
  return { status: "invited", OR: states.map((state) => of[state]) };
}
