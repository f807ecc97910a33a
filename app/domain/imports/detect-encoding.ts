import { byteEncodings, signOf, type ByteEncoding } from "./encodings";

// The encoding of a file is detected by the neighbors of its bytes from 0x80 on. "BŠckerei" has a capital letter within
// a word and "B„ckerei" a quotation mark; only "Bäckerei" is a word. The letters are those of German, English, French
// and Spanish.

/** Kinds of neighbors of a byte. */
const NONE = 0;
const VOWEL = 1;
const CONSONANT = 2;
const CAPITAL = 3;
const HIGH = 4;
const KINDS = 5;

const kindOfByte = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte >= 0x80) return HIGH;
  const sign = String.fromCharCode(byte);
  if (/[A-Z]/.test(sign)) return CAPITAL;
  if (/[aeiouy]/.test(sign)) return VOWEL;
  return /[a-z]/.test(sign) ? CONSONANT : NONE;
});

const MOST_FREQUENT = new Set("äöüé");
const FREQUENT = new Set("äöüéèêëàâçîïôûùñáíóúœÿ");
const BEGINS_NO_WORD = new Set("ôûùâëïñç");
const FREQUENT_CAPITALS = new Set("ÄÖÜÉÈÊËÀÂÇÎÏÔÛÙÑÁÍÓÚŒ");
const MARKS = new Set("„“”‘’‚«»‹›–—…€¿¡°§©®™·•ªº\u00a0");
const ENDS_WORD = new Set("…”\u00a0");

/** Rates how well a character fits between two others. */
function weightOf(sign: string, before: number, after: number): number {
  const isLetter = (kind: number) => kind !== NONE;
  const isSmall = (kind: number) => kind === VOWEL || kind === CONSONANT;
  if (/[\x80-\x9f\uf8ff]/.test(sign)) return -10;
  if (sign === "ß") return before === VOWEL || before === HIGH ? 3 : -2;
  if (FREQUENT.has(sign)) {
    if (!isLetter(before) && !isLetter(after)) return sign === "à" ? 1 : -1;
    if (before === CAPITAL && after === CAPITAL) return -2;
    // No word goes on with a capital letter; a no-break space comes before one, as in "10 MB".
    if (after === CAPITAL) return -1;
    // No word of these languages has one of these letters there.
    if ((sign === "á" || sign === "â") && (before === VOWEL || after === VOWEL)) return -1;
    if (sign === "à" && isLetter(after)) return -1;
    if (sign === "ç" && after === CONSONANT) return -1;
    if (sign === "œ" && after === CONSONANT) return 1;
    if (!isLetter(before)) return BEGINS_NO_WORD.has(sign) ? 0 : 2;
    return MOST_FREQUENT.has(sign) ? 4 : 3;
  }
  if (FREQUENT_CAPITALS.has(sign)) {
    if (isSmall(before)) return -3;
    if (before === CAPITAL && isSmall(after)) return 0;
    return isLetter(before) || isLetter(after) ? 2.2 : -1;
  }
  if (MARKS.has(sign)) {
    const isWithin = isLetter(before) && isLetter(after) && before !== HIGH && after !== HIGH;
    if (sign === "’" && isWithin) return 3;
    if (isWithin) return -3;
    return ENDS_WORD.has(sign) && isLetter(before) ? 2.5 : 1;
  }
  if (/\p{Lu}/u.test(sign)) return isSmall(before) ? -3 : -1;
  return isLetter(before) && isLetter(after) ? -3 : -1;
}

/** Head start of Windows-1252, the encoding of most files that are not UTF-8. */
const WHEN_NOTHING_SPEAKS = 0.5;

/** Current programs write IBM850 only if configured to. */
const RARE = 0.8;

/** Counts the neighbors of each byte, in linear time and constant memory. */
export function watchBytes() {
  const counts = new Uint32Array(128 * KINDS * KINDS);
  let before = NONE;
  let pending = -1;
  const close = (after: number) => {
    if (pending < 0) return;
    counts[((pending - 0x80) * KINDS + before) * KINDS + after]!++;
    before = HIGH;
    pending = -1;
  };
  return {
    see(chunk: Uint8Array) {
      for (const byte of chunk) {
        const kind = kindOfByte[byte]!;
        close(kind);
        if (kind === HIGH) pending = byte;
        else before = kind;
      }
    },
    /** Returns the encoding in which most text is words; Windows-1252 without evidence for another one. */
    encoding(): ByteEncoding {
      close(NONE);
      const scores = byteEncodings.map((encoding) => {
        let score = encoding === "windows-1252" ? WHEN_NOTHING_SPEAKS : 0;
        counts.forEach((count, at) => {
          if (count === 0) return;
          const [byte, kinds] = [Math.floor(at / KINDS ** 2) + 0x80, at % KINDS ** 2];
          const weight = weightOf(signOf(encoding, byte), Math.floor(kinds / KINDS), kinds % KINDS);
          score += count * (weight > 0 && encoding === "ibm850" ? weight * RARE : weight);
        });
        return score;
      });
      return byteEncodings[scores.indexOf(Math.max(...scores))]!;
    },
  };
}
