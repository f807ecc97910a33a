/** What a one-time link is for. A link of one purpose never does another's work. */
export const linkPurposes = ["confirm", "reset", "invite", "sign-in"] as const;
export type LinkPurpose = (typeof linkPurposes)[number];

/** Links of people there are; `confirm` is that of a sign-up, which makes a person. */
export type PersonalPurpose = Exclude<LinkPurpose, "confirm">;

/**
 * The secrets of links that staff hand on themselves, and of the sessions these begin, start so: no mail has carried them,
 * so they prove no mailbox. Part of what is hashed, so the mark can be neither removed nor added.
 */
export const HANDED_OUT = "handed.";
export const isHandedOut = (secret: string) => secret.startsWith(HANDED_OUT);

/** One-time links live an hour (spec, section 9). */
export const LINK_LIFETIME_MS = 60 * 60 * 1000;

/** When a link that is made at a moment ends. */
export const linkEnd = (made: Date) => new Date(made.getTime() + LINK_LIFETIME_MS);
