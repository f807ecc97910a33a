/** Returns the 32 hexadecimal digits of an id, without hyphens. */
export const digitsOfId = (id: string): string => id.replaceAll("-", "");

/** Returns the id with these 32 hexadecimal digits (RFC 9562, 4). */
export const idOfDigits = (digits: string): string => digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");

/** Returns whether a text has the format of an id (RFC 9562, 4). */
export const isId = (text: string | null): boolean =>
  text !== null && /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(text);

/** Value for "no affiliate" in forms and addresses, where an empty value means that nothing was chosen. */
export const NO_AFFILIATE = "none";
