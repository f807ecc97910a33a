import { describe, expect, test } from "vitest";
import { asciiEmail, emailSpellings, normalEmail } from "./email";
import { emailAddress, requiredText } from "./fields";

describe("[AUTH-01] an address has one normal form", () => {
  test.each([
    ["Chef@Bücher.Example", "chef@bücher.example"],
    ["chef@xn--bcher-kva.example", "chef@bücher.example"],
    ["chef@XN--BCHER-KVA.example.", "chef@bücher.example"],
    ["chef@bu\u0308cher.example", "chef@bücher.example"],
    ["chef@bücher。example", "chef@bücher.example"],
    ["ju\u0308rgen@straße.de", "jürgen@straße.de"],
    ["jürgen@xn--strae-oqa.de", "jürgen@straße.de"],
    ["a@ＢÜＣＨＥＲ.example", "a@bücher.example"],
    ["用户@例子.广告", "用户@例子.广告"],
    ["o'brien+x@sub.example.com", "o'brien+x@sub.example.com"],
  ])("so %j becomes %j", (typed, normal) => {
    expect(normalEmail(typed)).toBe(normal);
    expect(normalEmail(normal)).toBe(normal);
    expect(emailAddress.parse(typed)).toBe(normal);
  });

  test.each([
    "a@b",
    "@example.com",
    "a@",
    "a@-x.de",
    "a@x-.de",
    "a@a..de",
    "a@.de",
    "a@1.2",
    "a@10.0.0.1",
    "a@x_y.de",
    "a@%62.de",
    "a@b.de/x",
    "a@b.de?x",
    "a@b.de#x",
    "a@xn--a.de",
    `a@${"x".repeat(64)}.de`,
    // With its domain in ASCII it is longer than 254 characters.
    `${"x".repeat(230)}@büchereibücher.de`,
  ])("which %j does not have", (typed) => {
    expect(normalEmail(typed)).toBeNull();
    expect(emailAddress.safeParse(typed).error?.issues).toMatchObject([{ message: "email_invalid" }]);
  });

  test("with an ASCII domain for other programs, and all spellings for lookups", () => {
    expect(asciiEmail("jürgen@bücher.example")).toBe("jürgen@xn--bcher-kva.example");
    expect(emailSpellings(" CHEF@bu\u0308cher.example ")).toEqual([
      "chef@bücher.example",
      "chef@xn--bcher-kva.example",
      "chef@bu\u0308cher.example",
    ]);
    expect(emailSpellings("nobody")).toEqual(["nobody"]);
  });
});

test("[LEAD-10] texts are stored in NFC unless letters have more marks than in any language", () => {
  const name = requiredText("name_required", 2_000);
  expect(name.parse("Zoe\u0308 Mu\u0308ller")).toBe("Zoë Müller");
  const stacked = `a${"\u0315\u0316".repeat(500)}`;
  expect(name.parse(stacked)).toBe(stacked);
});
