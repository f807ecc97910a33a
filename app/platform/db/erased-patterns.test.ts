import { describe, expect, test } from "vitest";
import { erase } from "../../../tests/support/erased-expressions";
import { namePattern } from "./erased-patterns";

describe("[OPS-05] a name of several words is found in a text", () => {
  const inText = (text: string) => erase(namePattern(" Thomas \t Müller ", false), text);

  test.each([
    "THOMAS müller",
    "Thomas mu\u0308ller",
    "THOMAS MU\u0308LLER",
    "Thomas\n  Müller",
    "Thomas\u00a0Müller",
    "Thomas&nbsp;Müller",
    "Thomas+M%C3%BCller",
    "Thomas%20m%c3%9cller",
    "Thomas%20Mu%CC%88ller",
    String.raw`Thomas mu\u0308ller`,
    "Thomas%C2%A0M%C3%BCller",
    "Thomas%0D%0AMüller",
    String.raw`Thomas\u0020M\u00fcller`,
    String.raw`Thomas\\u00A0M\\u00DCller`,
    String.raw`Thomas\r\n\tM\\\u00fcller`,
  ])("as %j", (form) => {
    expect(inText(`To ${form}, ${form}.`)).toBe("To *, *.");
  });

  test("also after an escape that ends with a letter or a digit", () => {
    for (const escape of ["%22", "%3d", "%3D", String.raw`\n`, String.raw`\t`, String.raw`\u0022`])
      expect(inText(`x${escape}Thomas Müller`), escape).toBe(`x${escape}*`);
    for (const none of ["%2", "%2g", "22", String.raw`\x`, String.raw`\u022`])
      expect(inText(`x${none}Thomas Müller`), none).toBe(`x${none}Thomas Müller`);
  });

  test.each([
    "Thomas Müllers",
    "Thomas Müller2",
    "Thomas Müllerß",
    "AThomas Müller",
    "éThomas Müller",
    "ThomasMüller",
    "Thomas-Müller",
    "Thomas Muller",
    "Thomas",
    "Müller",
  ])("but not as part of another word or name: %s", (text) => {
    expect(inText(`(${text})`)).toBe(`(${text})`);
  });

  test("in every Unicode normalization form", () => {
    const pattern = namePattern("Thomas Mu\u0308ller", false);
    for (const form of ["Thomas Müller", "Thomas Mu\u0308ller", "Thomas+M%C3%BCller"])
      expect(erase(pattern, form), form).toBe("*");
  });

  test("in JSON anywhere, not only as a whole value", () => {
    const pattern = namePattern("Thomas Müller", true);
    expect(erase(pattern, '{"said":"ask thomas müller"}')).toBe('{"said":"ask *"}');
  });
});

describe("[OPS-05] a name of one word", () => {
  test("is found in a text only as a whole word in its exact spelling", () => {
    const inText = (text: string) => erase(namePattern(" Rose ", false), text);
    expect(inText("Rose, (Rose) and Rose's q=Rose %22Rose%22")).toBe("*, (*) and *'s q=* %22*%22");
    for (const other of ["a rose", "ROSE", "Roses", "Primrose", "éRose"]) expect(inText(other)).toBe(other);
  });

  test("is found in JSON only as a whole value that is not a key, or as a search term", () => {
    const inJson = (text: string) => erase(namePattern("Rose", true), text);
    expect(inJson('{"a":"Rose","b":["Rose"]}')).toBe('{"a":"*","b":["*"]}');
    expect(inJson('["q=Rose","q=Rose&tab=1","tab=1&q=Rose"]')).toBe('["q=*","q=*&tab=1","tab=1&q=*"]');
    for (const other of ['{"Rose":1}', '{"Rose" : 1}', '"Rose Lee"', '"a Rose"', '"rose"', '"q=Rosen"', '"xq=Rose"'])
      expect(inJson(other)).toBe(other);
  });

  test("with a sharp s is also found as ss and as the capital sharp s", () => {
    for (const form of ["Voß", "Voss", "Voẞ", "Vo%C3%9F", String.raw`Vo\u00df`])
      expect(erase(namePattern("Voß", false), form), form).toBe("*");
  });

  test("is ignored if it has no letter", () => {
    for (const name of ["", "  ", "-", "—", "4711", "?!"]) expect(namePattern(name, false)).toBeNull();
    expect(namePattern("Ж", false)).toEqual({ text: expect.stringContaining("Ж"), ignoresCase: false });
  });
});

test("[OPS-05] matches special characters of a name literally in every escaped form", () => {
  const name = `J.R. O'Neil & "Co" (x)`;
  const pattern = namePattern(name, false);
  const asValue = JSON.stringify(name).slice(1, -1);
  const search = new URLSearchParams({ q: name }).toString().slice(2);
  const html = "J.R. O&#39;Neil &amp; &quot;Co&quot; (x)";
  for (const form of [name, asValue, JSON.stringify(asValue).slice(1, -1), search, encodeURIComponent(name), html])
    expect(erase(pattern, `<${form}>`), form).toBe("<*>");
  const others = [name.replace(".", "x"), name.replace("(x)", "x"), name.replace("&", "and")];
  for (const other of others) expect(erase(pattern, other)).toBe(other);
  expect(erase(namePattern("Ann-[Bo] *C", false), "Ann-[Bo] *C, AnnB C")).toBe("*, AnnB C");
});
