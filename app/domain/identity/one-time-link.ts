/** What a one-time link is for. A link of one purpose never does another's work. */
export const linkPurposes = ["confirm", "reset", "invite", "sign-in"] as const;
export type LinkPurpose = (typeof linkPurposes)[number];

/** One-time links live an hour (spec, section 9). */
export const LINK_LIFETIME_MS = 60 * 60 * 1000;
