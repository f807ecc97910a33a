// Somebody who was erased has an address that cannot be anybody's: the domain is reserved for that (RFC 6761).

const DOMAIN = "@erased.invalid";

/** The address of an affiliate or of a lead's contact who was erased. */
export const erasedEmail = (id: string): string => `erased-${id}${DOMAIN}`;

/** Whether an address is that of somebody who was erased. */
export const isErased = (email: string): boolean => email.endsWith(DOMAIN);

/** An address as people are shown it: none of somebody who was erased. */
export const shownEmail = (email: string): string | null => (isErased(email) ? null : email);

/** What tells erased people apart: the end of the record's id. */
export const numberOfErased = (id: string): string => id.slice(-6).toUpperCase();

/** Whether somebody has typed a name: compared without what people type differently, spaces and capitals. */
export const isSameName = (typed: string, name: string): boolean => plain(typed) === plain(name);

const plain = (text: string) => text.normalize("NFC").trim().replace(/\s+/g, " ").toLowerCase();

/**
 * When the job may look for what is left of somebody. A transaction ends after a minute: the one that erases began at
 * `now`, and whatever read the old name before that one ended has been committed a minute later, and is found.
 */
export const afterOpenTransactions = (now: Date): Date => new Date(now.getTime() + 125_000);
