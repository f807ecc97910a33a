/** Purposes of one-time links. A link never works for another purpose. */
export const linkPurposes = ["confirm", "reset", "invite", "sign-in", "new-email", "keep-email"] as const;
export type LinkPurpose = (typeof linkPurposes)[number];

/** Purposes of links for existing users. `confirm` belongs to a sign-up, which creates the user. */
export type PersonalPurpose = Exclude<LinkPurpose, "confirm">;

/**
 * Prefix of the secrets of manual links and of the sessions that they start. These links were not emailed, so using one
 * does not prove who owns the mailbox. The prefix is part of the hashed text, so it can be neither removed nor added.
 */
export const HANDED_OUT = "handed.";
/** Returns whether staff copied the link instead of having it emailed. */
export const isHandedOut = (secret: string) => secret.startsWith(HANDED_OUT);

/** One-time links are valid for an hour (spec, section 9). */
export const LINK_LIFETIME_MS = 60 * 60 * 1000;

/** Lifetime of the link that stops an address change; the owner of the old mailbox needs time to see it. */
export const STOP_LIFETIME_MS = 72 * LINK_LIFETIME_MS;

/** Returns when a link created at a given time expires. */
export const linkEnd = (made: Date, purpose?: LinkPurpose) =>
  new Date(made.getTime() + (purpose === "keep-email" ? STOP_LIFETIME_MS : LINK_LIFETIME_MS));
