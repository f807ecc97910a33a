import { describe, expect, test } from "vitest";
import { watchBytes } from "./detect-encoding";
import { byteEncodings, decoded, recoded, type ByteEncoding } from "./encodings";
import { encoded } from "../../../tests/support/encoded";

function detected(bytes: Buffer, size = bytes.length): ByteEncoding {
  const watch = watchBytes();
  for (let at = 0; at < bytes.length; at += size) watch.see(bytes.subarray(at, at + size));
  return watch.encoding();
}

/**
 * Decodes the text with the detected encoding. ISO-8859-15 and Windows-1252 share most letters, so the text counts, not
 * the name.
 */
const readBack = (text: string, encoding: ByteEncoding) => {
  const bytes = encoded(text, encoding);
  return decoded(bytes, detected(bytes));
};

const lists = {
  de: "Firma;Ansprechpartner\nBäckerei Müller;Jürgen Groß\nGrüne Straße GmbH;Änne Öz\nÜberlinger Käse;Günther Weiß",
  en: "Company;Contact\nCafé Zoë;Chloë Brontë\nNaïve Résumé Ltd;Renée O'Neil",
  fr: "Société;Interlocuteur\nBoulangerie Lefèvre;Noëlle François\nÉlectricité générale;Benoît Hénaff\nHôtel du Château;Éléonore Gaëtan",
  es: "Compañía;Contacto\nPanadería Muñoz;José Ibáñez\nConstrucción Núñez;Ángela Gómez\nÓptica Málaga;Íñigo Peñalver",
};

describe("[API-04] the encoding of a file is detected by its words", () => {
  test.each(Object.keys(lists).flatMap((language) => byteEncodings.map((encoding) => [language, encoding] as const)))(
    "for %s in %s",
    (language, encoding) => {
      const text = lists[language as keyof typeof lists];
      expect(readBack(text, encoding)).toBe(text);
      // The result is the same if the bytes arrive in chunks.
      expect(detected(encoded(text, encoding), 3)).toBe(detected(encoded(text, encoding)));
    },
  );

  const words =
    "Bäckerei Müller Groß Köln Österreich Übung Straße Änderung München Fußball Société François Hélène Château Noël Éric forêt garçon naïve Compañía José Muñoz Gómez Pérez corazón niño Ángel Iñaki canción Café résumé Zoë";

  // "öbung" and "ênderung" look like words too; other words of a whole file decide.
  const ambiguous: Partial<Record<ByteEncoding, string[]>> = { ibm850: ["Übung", "Änderung", "Éric"] };

  test.each(byteEncodings)("for single words in %s", (encoding) => {
    const wrong = words.split(" ").filter((word) => readBack(word, encoding) !== word);
    expect(wrong).toEqual(ambiguous[encoding] ?? []);
  });

  test("by the euro sign and œ, which ISO-8859-15 has in other places", () => {
    for (const text of ["Preis;12 €\nMüller;3 €", "Cœur;Société\nŒuvre d'art;Hélène"]) {
      expect(detected(encoded(text, "iso-8859-15"))).toBe("iso-8859-15");
      expect(readBack(text, "windows-1252")).toBe(text);
    }
    const quoted = "„Müller“ – l’été… «¡Sí!»";
    for (const encoding of ["windows-1252", "macintosh"] as const) expect(readBack(quoted, encoding)).toBe(quoted);
  });

  test("as Windows-1252 for ASCII only and for text without evidence for another encoding", () => {
    expect(detected(Buffer.from("Company;Contact"))).toBe("windows-1252");
    for (const text of ["McDonald’s;O’Neil", "Saving…;12 MB;“quoted”"])
      expect(detected(encoded(text, "windows-1252")), text).toBe("windows-1252");
    expect(detected(encoded("1 ½ × 2²", "windows-1252"))).toBe("windows-1252");
    // A letter of another language is as unlikely as the degree sign within a word that it would be in IBM850.
    expect(detected(encoded("Søren Jørgensen", "windows-1252"))).toBe("windows-1252");
  });
});

test("[API-04] a text decoded with a wrong encoding is decoded again without its bytes", () => {
  for (const from of byteEncodings)
    for (const to of byteEncodings) {
      const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
      expect(recoded(decoded(bytes, from), from, to), `${from} ${to}`).toBe(decoded(bytes, to));
    }
});
