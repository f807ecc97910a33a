import fs from "node:fs";
import { expect, test } from "vitest";
import { watchBytes } from "./detect-encoding";
import { byteEncodings, decoded } from "./encodings";
import { bytesOfSigns, encoded } from "../../../tests/support/encoded";

// Tests all texts of the app, by language and area, as files in each encoding.

const textsIn = (value: unknown): string[] =>
  typeof value === "string" ? [value] : Object.values(value as object).flatMap(textsIn);

test.each(["de", "en", "fr", "es"])("[API-04] the app's texts in %s are detected in every encoding", (language) => {
  const folder = new URL(`../../i18n/${language}/`, import.meta.url);
  const wrong = fs
    .readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .flatMap((name) => {
      const texts = textsIn(JSON.parse(fs.readFileSync(new URL(name, folder), "utf8"))).join("\n");
      // English texts have no letters outside ASCII, only characters that ISO-8859-15 and IBM850 lack.
      return byteEncodings.slice(0, language === "en" ? 2 : undefined).flatMap((encoding) => {
        const has = bytesOfSigns(encoding);
        const text = [...texts].filter((sign) => has.has(sign)).join("");
        const bytes = encoded(text, encoding);
        const watch = watchBytes();
        watch.see(bytes);
        const found = watch.encoding();
        return decoded(bytes, found) === text ? [] : [`${name} in ${encoding}: ${found}`];
      });
    });
  expect(wrong).toEqual([]);
});
