import { describe, expect, test, vi } from "vitest";
import { hostileTexts, moreThanLinear } from "../../../tests/support/processor-time";
import { erase, expressionOf } from "../../../tests/support/erased-expressions";
import { addressPattern, namePattern, phonePattern } from "./erased-patterns";

// The test compares CPU time, which a busy machine does not change; only the wall clock may need longer.
vi.setConfig({ testTimeout: 60_000 });

describe("[OPS-05] an email address", () => {
  const inText = (text: string) => erase(addressPattern("anna+f@müller.example"), text);

  test.each([
    ["ANNA+F@MÜLLER.EXAMPLE, <anna&#64;x>", "*, <anna&#64;x>"],
    ["mailto:anna+f@müller.example.", "mailto:*."],
    ["anna+f@müller.example.Thanks", "*.Thanks"],
    ["Anna+F@xn--mller-kva.example, q=Anna+anna%2Bf%40xn--mller-kva.example", "*, q=Anna+*"],
    ["anna+f@müller.example.Er weiß es", "*.Er weiß es"],
    ["<anna+f&#64;müller.example>", "<*>"],
    [String.raw`"\nanna+f\u0040m\u00fcller.example"`, String.raw`"\n*"`],
    ["q=anna%2Bf%40m%C3%BCller.example&x", "q=*&x"],
    ["q=Anna+anna%2bf%40m%c3%bcller.example", "q=Anna+*"],
    ["%3Canna+f@müller.example%3E", "%3C*%3E"],
  ])("is found in %j", (text, left) => {
    expect(inText(text)).toBe(left);
  });

  test("is not found as part of another address", () => {
    for (const before of ["jo", "jo.", "jo-", "jo_", "jo+", "jo%", "jo%2b", "jo%2B", "é"])
      expect(inText(`${before}anna+f@müller.example`), before).toBe(`${before}anna+f@müller.example`);
    for (const after of ["s", "2", "é", "-x", ".au", ".UK"])
      expect(inText(`anna+f@müller.example${after}`), after).toBe(`anna+f@müller.example${after}`);
    for (const other of ["anna+f@müllerxexample", "annaf@müller.example", "annaaf@müller.example"])
      expect(inText(other)).toBe(other);
  });
});

describe("[OPS-05] a phone number", () => {
  test("is found by its digits, regardless of separators", () => {
    const inText = (text: string) => erase(phonePattern("+49 (40) 123-456", false), text);
    const forms = [
      "4940123456",
      "+49 40/123.456",
      "(49)40 123456",
      "%2b49%2040%20123%2D456",
      "49%2F40+123456",
      "49\n40\u00a0123456",
    ];
    for (const form of forms) expect(inText(`T ${form}, x`), form).toBe("T *, x");
    for (const other of ["49401234567", "149 40 123456", "x4940123456", "49,40 123456", "494012345"])
      expect(inText(other)).toBe(other);
  });

  test("is found in JSON only as a whole value in its exact spelling", () => {
    const inJson = (text: string) => erase(phonePattern(" +49 40 123456 ", true), text);
    expect(inJson('{"a":"+49 40 123456","b":"q=%2B49+40+123456"}')).toBe('{"a":"*","b":"q=*"}');
    for (const other of ['{"+49 40 123456":1}', '"+49 40 1234567"', '"4940123456"', "[4940123456]"])
      expect(inJson(other)).toBe(other);
  });

  test("is ignored if it has fewer than six digits", () => {
    for (const isJson of [true, false]) {
      for (const phone of ["", "none", "12345", "1-2/3 (45) ext"]) expect(phonePattern(phone, isJson)).toBeNull();
      expect(phonePattern("1-2/3 (456)", isJson)).toMatchObject({ ignoresCase: true });
    }
  });
});

test("[OPS-05] [P10] builds patterns from any text and scans near matches in linear time", async () => {
  const make = (text: string) => [namePattern(text, false), addressPattern(text), phonePattern(text, false)];
  const near = [namePattern("Ann Lee", false), addressPattern("an@b.c"), phonePattern("4444444", false)];
  const expressions = near.map((pattern) => expressionOf(pattern!));
  const look = (text: string) => expressions.map((expression) => text.replace(expression, "*"));
  const found: Record<string, string> = {};
  const note = (name: string, complaint: string | null) => complaint && (found[name] = complaint);
  for (const name of ["letters", "digits", "at signs", "accents", "joined emoji", "blanks before a letter"])
    note(name, await moreThanLinear(hostileTexts[name]!, make, { lengths: [500, 4_000] }));
  for (const start of ["Ann", "an@b", "4"])
    for (const part of [" ", "\\n", "%20", "+", ".", "a"]) {
      const text = (length: number) => start + part.repeat(length / part.length);
      note(start + part, await moreThanLinear(text, look, { lengths: [8_000, 64_000] }));
    }
  expect(found).toEqual({});
});
