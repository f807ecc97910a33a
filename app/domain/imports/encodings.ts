// Encodings of a file's text. A byte order mark may name the encoding; most files have none.

/** Single-byte encodings. Any file can be decoded with each of them, and only a reader sees which one is right. */
export const byteEncodings = ["windows-1252", "macintosh", "iso-8859-15", "ibm850"] as const;
export type ByteEncoding = (typeof byteEncodings)[number];

export const encodings = ["utf-8", "utf-16le", "utf-16be", ...byteEncodings] as const;
export type Encoding = (typeof encodings)[number];

export const isByteEncoding = (encoding: string | null): encoding is ByteEncoding =>
  (byteEncodings as readonly (string | null)[]).includes(encoding);

// Not TextDecoder, because some versions of Node read Windows-1252 as ISO-8859-1 and none supports IBM850. The first
// half of each encoding is ASCII.
// prettier-ignore
const LATIN = Array.from({ length: 96 }, (_, index) => String.fromCharCode(0xa0 + index)).join("");
const CONTROLS = Array.from({ length: 32 }, (_, index) => String.fromCharCode(0x80 + index)).join("");

/** The characters of the bytes from 0x80 on. */
const upperHalves: Record<ByteEncoding, string> = {
  // https://encoding.spec.whatwg.org/index-windows-1252.txt
  "windows-1252": `€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ${LATIN}`,
  // https://www.unicode.org/Public/MAPPINGS/VENDORS/APPLE/ROMAN.TXT
  macintosh:
    "ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»…\u00a0ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\uf8ffÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ",
  "iso-8859-15": `${CONTROLS}${replaced(LATIN, "¤¦¨´¸¼½¾", "€ŠšŽžŒœŸ")}`,
  // https://www.unicode.org/Public/MAPPINGS/VENDORS/MICSFT/PC/CP850.TXT
  ibm850:
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0",
};

function replaced(text: string, from: string, to: string): string {
  return [...text].map((sign) => to[from.indexOf(sign)] ?? sign).join("");
}

/** Returns the character of a byte from 0x80 on. */
export const signOf = (encoding: ByteEncoding, byte: number): string => upperHalves[encoding][byte - 0x80]!;

/** Decodes bytes. */
export const decoded = (bytes: Buffer, encoding: ByteEncoding): string =>
  bytes.toString("latin1").replace(/[\x80-\xff]/g, (byte) => signOf(encoding, byte.charCodeAt(0)));

/** Returns the characters of the same bytes in two encodings, as arguments of SQL's translate(). */
export const translation = (from: ByteEncoding, to: ByteEncoding) => ({
  from: upperHalves[from],
  to: upperHalves[to],
});

/** Converts a text that was decoded with one encoding as if it had been decoded with another. */
export function recoded(text: string, from: ByteEncoding, to: ByteEncoding): string {
  return text.replace(/[^\x00-\x7f]/g, (sign) => {
    const at = upperHalves[from].indexOf(sign);
    return at < 0 ? sign : upperHalves[to][at]!;
  });
}
