// Erased people get an address that nobody can have, because the domain is reserved (RFC 6761).

const DOMAIN = "@erased.invalid";

/** Returns the address of an erased affiliate or lead contact. */
export const erasedEmail = (id: string): string => `erased-${id}${DOMAIN}`;

/** Returns whether an address marks an erased person. */
export const isErased = (email: string): boolean => email.endsWith(DOMAIN);

/** Returns an address for display; null for an erased person. */
export const displayEmail = (email: string): string | null => (isErased(email) ? null : email);

/** Returns the text that distinguishes erased people: the end of the record's id. */
export const erasedNumber = (id: string): string => id.slice(-6).toUpperCase();

/** Returns whether an entered name matches, ignoring differences in spaces and case. */
export const isSameName = (typed: string, name: string): boolean => plain(typed) === plain(name);

const plain = (text: string) => text.normalize("NFC").trim().replace(/\s+/g, " ").toLowerCase();

/**
 * Returns when the erasure job may look for remaining texts. A transaction lasts a minute at most: the erasing one
 * started at `now`. A transaction that read the old name before it ended has committed a minute later, so the job finds
 * its texts.
 */
export const afterOpenTransactions = (now: Date): Date => new Date(now.getTime() + 125_000);
