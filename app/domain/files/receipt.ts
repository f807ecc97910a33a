import { isWebAddress } from "../shared/web-address";

// A stored receipt is a web address, or this mark and the id of a file. The mark is no web address, so a program that
// does not know files never turns it into a link.
const MARK = "file:";

/** Returns the text that is stored for a receipt in a file. */
export const receiptInFile = (fileId: string): string => MARK + fileId;

/** Where a receipt can be seen. */
export type Receipt = { url: string } | { file: string };

/** Returns the address or the file id of a stored receipt; null without one, and for a text that must not be a link. */
export function receiptOf(stored: string | null): Receipt | null {
  const file = receiptFileOf(stored);
  if (file !== null) return { file };
  return stored !== null && isWebAddress(stored) ? { url: stored } : null;
}

/** Returns the web address of a stored receipt; null for a file. */
export const receiptUrlOf = (stored: string | null): string | null => (receiptFileOf(stored) === null ? stored : null);

/** Returns the file id of a stored receipt; null for a web address. */
export const receiptFileOf = (stored: string | null): string | null =>
  stored?.startsWith(MARK) ? stored.slice(MARK.length) : null;
