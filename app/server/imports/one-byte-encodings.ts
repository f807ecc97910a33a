// A text of one byte a letter says nowhere by which of the old tables it was written. What stands beyond ASCII tells: by the right
// table it is letters of the four languages in words, by a wrong one signs, letters of others or capitals within words.

/** Excel on Windows, other programs on Windows and Linux, Excel on a Mac, programs from DOS; the likelier first. */
const encodings = ["windows-1252", "iso-8859-15", "macintosh", "ibm850"] as const;
export type OneByteEncoding = (typeof encodings)[number];

const upperHalf = Uint8Array.from({ length: 128 }, (_, index) => 128 + index);
const latin1 = Buffer.from(upperHalf).toString("latin1");
const decoded = (label: string) => new TextDecoder(label).decode(upperHalf);

/** What each table has for the bytes from 0x80 on. */
const tables: Record<OneByteEncoding, string> = {
  // Written out, because some versions of Node read it as ISO-8859-1.
  "windows-1252": "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ" + latin1.slice(32),
  "iso-8859-15": decoded("iso-8859-15"),
  macintosh: decoded("macintosh"),
  // Unknown to TextDecoder.
  ibm850:
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐" +
    "└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0",
};

/** The text of bytes in such an encoding. */
export const readOneByte = (bytes: Buffer, encoding: OneByteEncoding): string =>
  bytes.toString("latin1").replace(/[\x80-\xff]/g, (sign) => tables[encoding][sign.charCodeAt(0) - 0x80]!);

const LOWER = new Set("äöüßéèêëàâçîïôûùœæñáíóú");
const UPPER = new Set("ÄÖÜÉÈÊËÀÂÇÎÏÔÛÙŒÆÑÁÍÓÚ");
const SIGNS = new Set("€„“”‚‘’‹›«»–—…°§¿¡´\u00a0");

/** Where a byte stands: after a small letter, after a capital, at the beginning of a word, or by itself. */
const positions = ["afterSmall", "afterCapital", "first", "alone"] as const;

/** How well a sign fits there. */
const fits: Record<(typeof positions)[number], (sign: string) => number> = {
  afterSmall: (sign) => (LOWER.has(sign) || sign === "’" ? 2 : -2),
  afterCapital: (sign) => (LOWER.has(sign) || UPPER.has(sign) || sign === "’" ? 2 : -2),
  first: (sign) => (LOWER.has(sign) || UPPER.has(sign) ? 2 : SIGNS.has(sign) ? 1 : -1),
  alone: (sign) => (SIGNS.has(sign) ? 1 : -1),
};

const isSmall = (byte: number) => byte >= 0x61 && byte <= 0x7a;
const isCapital = (byte: number) => byte >= 0x41 && byte <= 0x5a;

/** Counts the bytes that it sees and says which table they were probably written by. */
export function watchLetters() {
  const counts = Object.fromEntries(positions.map((position) => [position, new Uint32Array(128)]));
  let [before, last] = [0, 0];
  const count = (next: number) => {
    // After another such byte it may be anything.
    if (last >= 0x80 && before < 0x80) {
      const isFirst = isSmall(next) || isCapital(next);
      const position = isSmall(before)
        ? "afterSmall"
        : isCapital(before)
          ? "afterCapital"
          : isFirst
            ? "first"
            : "alone";
      counts[position]![last - 0x80]!++;
    }
    [before, last] = [last, next];
  };
  return {
    see(chunk: Uint8Array) {
      for (const byte of chunk) count(byte);
    },
    encoding(): OneByteEncoding {
      count(0);
      const fitOf = (encoding: OneByteEncoding) =>
        positions.reduce(
          (sum, position) =>
            counts[position]!.reduce(
              (all, times, index) =>
                times === 0 ? all : all + times * fits[position](tables[encoding][index]!),
              sum,
            ),
          0,
        );
      return encodings.reduce((best, other) => (fitOf(other) > fitOf(best) ? other : best));
    },
  };
}
