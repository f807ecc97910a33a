/** The 32 hexadecimal digits of an id, without its hyphens. */
export const digitsOfId = (id: string): string => id.replaceAll("-", "");

/** The id of 32 hexadecimal digits (RFC 9562, 4). */
export const idOfDigits = (digits: string): string =>
  digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
