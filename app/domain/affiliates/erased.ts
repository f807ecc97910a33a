// Somebody who was erased has an address that cannot be anybody's: the domain is reserved for that (RFC 6761).

const DOMAIN = "@erased.invalid";

/** The address of an affiliate who was erased. */
export const erasedEmail = (id: string): string => `erased-${id}${DOMAIN}`;

/** Whether an address is that of somebody who was erased. */
export const isErased = (email: string): boolean => email.endsWith(DOMAIN);
