import fs from "node:fs";
import { expect, test } from "vitest";
import { watchBytes } from "./detect-encoding";
import { byteEncodings, decoded, signOf, type ByteEncoding } from "./encodings";

// All our own texts, of each language and area, as files in each encoding.

const textsIn = (value: unknown): string[] =>
  typeof value === "string" ? [value] : Object.values(value as object).flatMap(textsIn);

/** The part of a text that an encoding has, and its bytes. */
function encoded(text: string, encoding: ByteEncoding) {
  const byteOf = new Map(Array.from({ length: 128 }, (_, at) => [signOf(encoding, 0x80 + at), 0x80 + at]));
  const kept = [...text].filter((sign) => sign < "\x80" || byteOf.has(sign));
  return {
    text: kept.join(""),
    bytes: Buffer.from(kept.map((sign) => byteOf.get(sign) ?? sign.charCodeAt(0))),
  };
}

test.each(["de", "en", "fr", "es"])("[API-04] our texts in %s are read as they were written", (language) => {
  const folder = new URL(`../../i18n/${language}/`, import.meta.url);
  const wrong = fs
    .readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .flatMap((name) =>
      // In English there are no letters but ASCII's, only signs that ISO-8859-15 and IBM850 do not have.
      byteEncodings.slice(0, language === "en" ? 2 : undefined).flatMap((encoding) => {
        const texts = textsIn(JSON.parse(fs.readFileSync(new URL(name, folder), "utf8"))).join("\n");
        const { text, bytes } = encoded(texts, encoding);
        const watch = watchBytes();
        watch.see(bytes);
        const found = watch.encoding();
        return decoded(bytes, found) === text ? [] : [`${name} in ${encoding}: ${found}`];
      }),
    );
  expect(wrong).toEqual([]);
});
