import { expect, it } from "vitest";
import { hasShortWord, havingWords, plain, searchWords } from "./search";

it.each([
  ["Müller & Söhne", "muller & sohne"],
  ["Größe STRASSE straße", "grosse strasse strasse"],
  ["Łódź Ærø Œuvre", "lodz aero oeuvre"],
  ["Café CRÈME Ñandú", "cafe creme nandu"],
  ["İstanbul", "istanbul"],
  ["Đorđe Iğdır", "dorde igdir"],
])("[LEAD-01] [AFF-01] search knows neither accents nor case: %s", (text, expected) =>
  expect(plain(text)).toBe(expected),
);

it("[LEAD-01] every word is looked for, as it stands", () => {
  expect(searchWords("  Bäcker\0ei   GmbH ")).toEqual(["backerei", "gmbh"]);
  expect(searchWords(" \t ")).toEqual([]);
  expect(searchWords("ab c abc")).toEqual([" ab", " c", "abc"]);
  expect(havingWords("50% a_b")).toEqual({
    AND: [{ search: { contains: "50\\%" } }, { search: { contains: "a\\_b" } }],
  });
});

it("[AFF-01] in small tables one letter is found anywhere; of the long lists one knows that it is not", () => {
  expect(havingWords("er C")).toEqual({
    AND: [{ search: { contains: "er" } }, { search: { contains: "c" } }],
  });
  expect(["", "abc", "er", "abc d"].map(hasShortWord)).toEqual([false, false, true, true]);
});

it("[LEAD-01] a search has at most six words, of its first 200 characters", () => {
  expect(searchWords("one two three four five six seven")).toEqual("one two three four five six".split(" "));
  expect(searchWords(`${"x".repeat(198)} yz`)).toEqual(["x".repeat(198), " y"]);
});
