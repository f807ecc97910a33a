import { signOf, type ByteEncoding } from "~/domain/imports/encodings";

/** Maps the characters of an encoding to their bytes. */
export function bytesOfSigns(encoding: ByteEncoding): Map<string, number> {
  return new Map(
    Array.from({ length: 256 }, (_, byte) => [byte < 0x80 ? String.fromCharCode(byte) : signOf(encoding, byte), byte]),
  );
}

/** Encodes a text. Throws if the encoding lacks a character. */
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
