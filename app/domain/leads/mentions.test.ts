import { expect, it } from "vitest";
import { moreThanLinear } from "../../../tests/support/processor-time";
import { mentionsIn, typedMention } from "./mentions";

const people = [
  { id: "1", name: "Jana Keller" },
  { id: "2", name: "Jan" },
  { id: "3", name: "Jana" },
  { id: "4", name: "Öz Ğ" },
  { id: "5", name: "jan" },
];
const ids = (text: string) => mentionsIn(text, people).map((one) => one.ids);
const words = (text: string) => mentionsIn(text, people).map(({ start, end }) => text.slice(start, end));

it("[WORK-06] finds the longest name behind an at sign, in any capitalization", () => {
  expect(words("Ask @jana keller, or @Jana. @JAN?")).toEqual(["@jana keller", "@Jana", "@JAN"]);
  expect(ids("@jana keller")).toEqual([["1"]]);
  expect(ids("(@öz ğ)")).toEqual([["4"]]);
});

it("[WORK-06] mentions all namesakes", () => {
  expect(ids("@Jan")).toEqual([["2", "5"]]);
});

it("[WORK-06] mentions nobody in an address, by a part of a name, or without a name", () => {
  for (const text of ["mail@jana.example", "@Janas", "@Janka", "@", "Jana", "@ Jana", "@Keller"]) {
    expect(words(text), text).toEqual([]);
  }
});

it("[WORK-06] takes no more than linear time for a text of at signs", async () => {
  const many = Array.from({ length: 500 }, (_, at) => ({ id: String(at), name: `${"@".repeat(20)}${at}` }));
  const signs = (length: number) => "@".repeat(length);
  expect(mentionsIn(signs(4_000), many)).toEqual([]);
  expect(await moreThanLinear(signs, (text) => mentionsIn(text, many), { lengths: [500, 4_000] })).toBeNull();
});

it("[WORK-06] knows the name that is being typed", () => {
  expect(typedMention("Hello @Ja")).toBe("Ja");
  expect(typedMention("Hello @Jana Ke")).toBe("Jana Ke");
  expect(typedMention("@")).toBe("");
  for (const text of ["Hello", "a@b", "@Jana\nmore", `@${"x".repeat(61)}`]) expect(typedMention(text), text).toBeNull();
});
