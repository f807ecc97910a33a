import { expect, it } from "vitest";
import { finder, hasShortWord, containsAllWords, plain, searchWords } from "./search";

it.each([
  ["Müller & Söhne", "muller & sohne"],
  ["Größe STRASSE straße", "grosse strasse strasse"],
  ["Łódź Ærø Œuvre", "lodz aero oeuvre"],
  ["Café CRÈME Ñandú", "cafe creme nandu"],
  ["İstanbul", "istanbul"],
  ["Đorđe Iğdır", "dorde igdir"],
])("[LEAD-01] [AFF-01] ignores accents and case: %s", (text, expected) => expect(plain(text)).toBe(expected));

it("[LEAD-01] finds every word literally", () => {
  expect(searchWords("  Bácker\0ei   GmbH ")).toEqual(["backerei", "gmbh"]);
  expect(searchWords(" \t ")).toEqual([]);
  expect(searchWords("ab c abc")).toEqual([" ab", " c", "abc"]);
  expect(containsAllWords("50% a_b")).toEqual({
    AND: [{ OR: [{ search: { contains: "50\\%" } }] }, { OR: [{ search: { contains: "a\\_b" } }] }],
  });
});

it("[AFF-01] finds one letter anywhere in small tables, and detects that long lists cannot", () => {
  expect(containsAllWords("er C")).toEqual({
    AND: [{ OR: [{ search: { contains: "er" } }] }, { OR: [{ search: { contains: "c" } }] }],
  });
  expect(["", "abc", "er", "abc d"].map(hasShortWord)).toEqual([false, false, true, true]);
});

it("[LEAD-01] [AFF-01] finds a name in every spelling of its umlauts, and no other name", () => {
  const pairs = ["Müller/Mueller", "Bäuerle/Baeuerle", "Jörg Öz/Joerg Oez", "Søren/Soeren"].map((pair) =>
    pair.split("/"),
  );
  for (const [one, other] of pairs) {
    expect([finder(one!)(other!), finder(other!)(one!), finder(one!.toUpperCase())(other!)]).toEqual([
      true,
      true,
      true,
    ]);
  }
  expect(finder("Mu\u0308ller")("Mueller")).toBe(true);
  expect(["Steuerberater", "Samuel", "Neue Phoenix"].map((name) => finder(name)(name))).toEqual([true, true, true]);
  expect([finder("Muller")("Mueller"), finder("Müller")("Moeller")]).toEqual([false, false]);
  expect(searchWords("Müller blüh")).toEqual(["muller\nmueller", "bluh\nblueh"]);
  expect(searchWords("mue")).toEqual(["mue\n mu"]);
  expect(searchWords("äöüäöü")[0]!.split("\n")).toHaveLength(8);
});

it("[LEAD-01] uses at most six words of the first 200 characters", () => {
  expect(searchWords("one two three four five six seven")).toEqual("one two three four five six".split(" "));
  expect(searchWords(`${"x".repeat(198)} yz`)).toEqual(["x".repeat(198), " y"]);
});
