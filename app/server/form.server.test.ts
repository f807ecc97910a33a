import { parseWithZod } from "@conform-to/zod/v4";
import { describe, expect, test, vi } from "vitest";
import { signUpSchema } from "~/domain/identity/identity.schema";
import { hostileTexts, moreThanLinear } from "../../tests/support/processor-time";
import { flatFields, formOf } from "./form.server";

// CPU time is compared, which a busy machine does not stretch; the wall clock may run on meanwhile.
vi.setConfig({ testTimeout: 60_000 });

const URLENCODED = "application/x-www-form-urlencoded";
const post = (body: string, type = URLENCODED) =>
  new Request("http://finderlohn.test/auth", { method: "POST", headers: { "Content-Type": type }, body });

/** Lengths of the entered text; encoded it is up to nine times as long. */
const LENGTHS = [2_048, 16_384, 131_072];

type Fields = [string, string][];
const many = (count: number, nameOf: (index: number) => string): Fields =>
  Array.from({ length: count }, (_, index) => [nameOf(index), "x"]);

const MULTIPART = 'multipart/form-data; boundary="----edge"';
const urlencodedBody = (fields: Fields) => new URLSearchParams(fields).toString();
const multipartBody = (fields: Fields) =>
  fields
    .map(([name, value]) => `------edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .concat("------edge--\r\n")
    .join("");
const statusOf = (read: Promise<FormData>) => read.then(() => 200).catch((answer: Response) => answer.status);

describe.each([
  ["urlencoded", URLENCODED, urlencodedBody],
  ["of many parts", MULTIPART, multipartBody],
])("[P10] a form %s", (_name, type, encode) => {
  const make = (fields: Fields) => post(encode(fields), type);

  test("is read field by field", async () => {
    const form = await formOf(make([...many(198, (index) => `field_${index}`), ["a.b", "x"], ["c[9]", "x"]]));
    expect([...form].length).toBe(198);
    expect(form.get("field_197")).toBe("x");
  });

  test("may have 200 fields, and may repeat a field as often as allowed", async () => {
    const status = (fields: Fields, repeated = {}) => statusOf(formOf(make(fields), repeated));
    expect(await status(many(200, (index) => `field_${index}`))).toBe(200);
    expect(await status(many(201, (index) => `field_${index}`))).toBe(413);
    expect(await status(many(201, (index) => `field[${index}]`))).toBe(413);
    expect(await status(many(2, () => "email"))).toBe(413);
    expect(await status(many(2, () => "a.b"))).toBe(413);
    expect(
      await status(
        many(500, () => "payment_id"),
        { payment_id: 500 },
      ),
    ).toBe(200);
    expect(
      await status(
        many(501, () => "payment_id"),
        { payment_id: 500 },
      ),
    ).toBe(413);
  });

  test("takes time linear in its length, whatever it contains", async () => {
    const fill = (length: number, nameOf: (index: number) => string) => many(length / 10, nameOf);
    const forms: Record<string, (length: number) => Fields> = {
      names: (length) => fill(length, (index) => `field_${index}`),
      "names that unfold": (length) => fill(length, (index) => `email[${index}]`),
      "one name": (length) => fill(length, () => "email"),
    };
    for (const [name, text] of Object.entries(hostileTexts)) {
      forms[name] = (length) => [
        ["name", text(length / 3)],
        ["email", text(length / 3)],
        ["password", text(length / 3)],
      ];
    }
    const read = async (body: string) => {
      const form = await formOf(post(body, type)).catch(() => new FormData());
      parseWithZod(form, { schema: signUpSchema }).reply({ hideFields: ["password"] });
    };
    const found: Record<string, string> = {};
    for (const [name, fields] of Object.entries(forms)) {
      const complaint = await moreThanLinear((length) => encode(fields(length)), read, { lengths: LENGTHS });
      if (complaint) found[name] = complaint;
    }
    expect(found).toEqual({});
  });
});

test("a body that is not a form is rejected with 400", async () => {
  expect(await statusOf(formOf(post("{}", "application/json")))).toBe(400);
  expect(await statusOf(formOf(post("a=b", "nothing")))).toBe(400);
  expect(await statusOf(formOf(post("a=b", "multipart/form-data")))).toBe(400);
  expect(await statusOf(formOf(post("--x\r\nbroken", "multipart/form-data; boundary=x")))).toBe(400);
});

test("parts are separated where the parser separates them", async () => {
  const parts = many(300, (index) => `field_${index}`)
    .map(([name]) => `--yes\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nx\r\n`)
    .join("");
  for (const type of [
    "a=b; xboundary=no; boundary=yes",
    'a="; boundary=no"; boundary=yes',
    "boundary=yes; boundary=no",
  ]) {
    expect(await statusOf(formOf(post(`${parts}--yes--\r\n`, `multipart/form-data; ${type}`))), type).toBe(413);
  }
});

test("the query parameters of a URL have the same limits", () => {
  const kept = flatFields(new URLSearchParams("amount=5&a.b=1&c[0]=2"));
  expect(kept.toString()).toBe("amount=5");
  expect(() => flatFields(new URLSearchParams("amount=5&amount=6"))).toThrow();
});
