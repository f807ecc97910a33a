/** The characters of Windows-1252 from 0x80 to 0x9F; a space stands where it has none. */
const HIGH = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";

const codes = new Map<string, number>([
  ...[...HIGH].flatMap((character, index): [string, number][] =>
    character === " " ? [] : [[character, 0x80 + index]],
  ),
  // Printable ASCII, and from the no-break space on the same codes as Unicode. Control characters are left out.
  ...[...range(0x20, 0x7e), ...range(0xa0, 0xff)].map((code): [string, number] => [String.fromCharCode(code), code]),
]);

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** Returns the first character of a text that Windows-1252 does not have; null if it has all of them. */
export const missingInCp1252 = (text: string): string | null =>
  [...text.normalize("NFC")].find((character) => !codes.has(character)) ?? null;

/** Encodes a line in Windows-1252. Throws a RangeError for a character that it does not have. */
export function toCp1252(text: string): Uint8Array {
  return Uint8Array.from([...text.normalize("NFC")], (character) => {
    const code = codes.get(character);
    if (code === undefined) throw new RangeError(`not in Windows-1252: ${JSON.stringify(character)}`);
    return code;
  });
}
