/** What a one-time link is for. A link of one purpose never does another's work. */
export const linkPurposes = ["confirm", "reset", "invite", "sign-in", "new-email", "keep-email"] as const;
export type LinkPurpose = (typeof linkPurposes)[number];

/** Purposes of links for existing people. `confirm` belongs to a sign-up, which creates the person. */
export type PersonalPurpose = Exclude<LinkPurpose, "confirm">;

/**
 * Prefix of the secrets of links that staff hand out themselves, and of the sessions that begin with them. These
 * links were not mailed, so using one does not prove who owns the mailbox. The prefix is part of the hashed text,
 * so it can be neither removed nor added.
 */
export const HANDED_OUT = "handed.";
/** Whether a link is handed over by staff instead of mailed. */
export const isHandedOut = (secret: string) => secret.startsWith(HANDED_OUT);

/** One-time links live an hour (spec, section 9). */
export const LINK_LIFETIME_MS = 60 * 60 * 1000;

/** The one that stops a change of the address: whoever reads the old mailbox has to see it in time. */
export const STOP_LIFETIME_MS = 72 * LINK_LIFETIME_MS;

/** When a link that is made at a moment ends. */
export const linkEnd = (made: Date, purpose?: LinkPurpose) =>
  new Date(made.getTime() + (purpose === "keep-email" ? STOP_LIFETIME_MS : LINK_LIFETIME_MS));
