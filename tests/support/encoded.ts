import { signOf, type ByteEncoding } from "~/domain/imports/encodings";

/** The bytes of the signs that an encoding has. */
export function bytesOfSigns(encoding: ByteEncoding): Map<string, number> {
  return new Map(
    Array.from({ length: 256 }, (_, byte) => [byte < 0x80 ? String.fromCharCode(byte) : signOf(encoding, byte), byte]),
  );
}

/** A text in an encoding. Throws when that lacks one of its signs. */
export function encoded(text: string, encoding: ByteEncoding): Buffer {
  const bytes = bytesOfSigns(encoding);
  return Buffer.from(
    [...text].map((sign) => {
      const byte = bytes.get(sign);
      if (byte === undefined) throw new Error(`${sign} is not in ${encoding}`);
      return byte;
    }),
  );
}
