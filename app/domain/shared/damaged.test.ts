import { expect, test } from "vitest";
import { cut, damagedPlaces, isDamaged } from "./damaged";

test.each(["caf\ud83d", "\udc00", "\ud83d\ud83d\ude00", "a\0b", "a\ufffd"])("%j is damaged", (text) =>
  expect(isDamaged(text)).toBe(true),
);

test.each(["", "Café", "😀", "👩‍💻", "\u{10ffff}"])("%j is not damaged", (text) => expect(isDamaged(text)).toBe(false));

test("[P10] damage is found in names, lists and nested values, at most 50 times", () => {
  expect(damagedPlaces({ a: "x", b: ["x", { c: "\ud83d" }], "\0": 1, d: 2, e: null })).toEqual([
    ["b", "1", "c"],
    ["\0"],
  ]);
  expect(damagedPlaces(Array.from({ length: 1_000 }, () => "\0"))).toHaveLength(50);
  expect(damagedPlaces("x")).toEqual([]);
});

test("a text is not cut within a character", () => {
  expect(cut("ab😀", 3)).toBe("ab");
  expect(cut("ab😀", 4)).toBe("ab😀");
  expect(cut("abc", 2)).toBe("ab");
  expect(cut("", 2)).toBe("");
});
