import type { FileType } from "./file";

/** Number of last bytes that {@link endProblem} needs: the longest end of a ZIP is 65,557 bytes. */
export const END_BYTES = 66_000;

const ascii = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));

const PNG_START = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52];
const PNG_END = [0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82];
/** Markers that may follow the start of a JPEG: APP0 to APP15, a comment, or one of the tables. */
const isJpegMarker = (marker: number) =>
  (marker >= 0xe0 && marker <= 0xef) || [0xfe, 0xdb, 0xc4, 0xdd].includes(marker);

const begins = (bytes: Uint8Array, start: readonly number[]) => start.every((byte, at) => bytes[at] === byte);
const uint32 = (bytes: Uint8Array, at: number) =>
  ((bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!) >>> 0;

/** Returns the type of a file by its first bytes, at least 32 of them; null for every other type. */
export function typeOfStart(bytes: Uint8Array): FileType | null {
  // Readers also accept a PDF whose header comes later; such a file may begin with anything else.
  if (/^%PDF-[12]\.\d[\s%]/.test(ascii(bytes, 0, 9))) return "application/pdf";
  if (begins(bytes, PNG_START) && uint32(bytes, 16) > 0 && uint32(bytes, 20) > 0) return "image/png";
  // Only with its declaration, so that a page that is no XML is not taken for some.
  if (/^(?:\xef\xbb\xbf)?<\?xml\s/.test(ascii(bytes, 0, 9))) return "application/xml";
  if (begins(bytes, [0xff, 0xd8, 0xff]) && isJpegMarker(bytes[3] ?? 0)) return "image/jpeg";
  return null;
}

/** Returns whether the last bytes complete a file of this type, and do not also complete an archive. */
export function endFits(type: FileType, end: Uint8Array): boolean {
  if (isEndOfZip(end)) return false;
  switch (type) {
    case "application/pdf":
      // Some programs add blank lines or NUL bytes, nothing else.
      return /startxref\s+\d+\s+%%EOF[\s\0]*$/.test(ascii(end, Math.max(0, end.length - 2_048), end.length));
    case "image/png":
      return begins(end.subarray(-PNG_END.length), PNG_END);
    case "image/jpeg":
      return hasEndOfImage(end);
    case "application/xml":
      return />\s*$/.test(ascii(end, Math.max(0, end.length - 2_048), end.length));
    default:
      // A new type does not compile here.
      return type satisfies never;
  }
}

/** Phones append data of their own after the end of the image. Markup among them would not be shown as such. */
function hasEndOfImage(end: Uint8Array): boolean {
  for (let at = end.length - 2; at >= 0; at--) if (end[at] === 0xff && end[at + 1] === 0xd9) return true;
  return false;
}

/** The last record of a ZIP names the length of the comment after it, which reaches the end of the file. */
function isEndOfZip(end: Uint8Array): boolean {
  for (let at = end.length - 22; at >= 0; at--) {
    if (end[at] !== 0x50 || end[at + 1] !== 0x4b || end[at + 2] !== 5 || end[at + 3] !== 6) continue;
    if (at + 22 + end[at + 20]! + end[at + 21]! * 256 === end.length) return true;
  }
  return false;
}
