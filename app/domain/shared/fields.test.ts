import { describe, expect, test } from "vitest";
import { boundedText, emailAddress, isWebAddress, optionalText, requiredEntry, requiredText } from "./fields";

const name = requiredText("name_required", 20);

describe("[AFF-03] names are what one sees of them", () => {
  test.each([
    ["\u200b\u200b", "nothing but blanks without a width"],
    ["\u200d", "a joiner of nothing"],
    ["\u202e\u2066", "turned directions"],
    ["\u0007\u0001\u0085", "control characters"],
    ["\u3164\u115f", "letters drawn as nothing"],
    ["\u2800 \ufe0f", "a Braille cell without dots"],
  ])("%j is no name: %s", (typed) => {
    expect(name.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual(["name_required"]);
  });

  test.each([
    ["Le\u0007na\u200b Bauer\u202e", "Lena Bauer"],
    ["\ufeff Lena ", "Lena"],
    ["Lena\nBauer\tGmbH", "Lena Bauer GmbH"],
    ["a\u200d b\u200c", "a b"],
    // Joined emoji, a flag, and Persian and Hindi, which need the joiners between letters.
    ["👩‍💻 🏳️‍🌈 👩🏽‍🚀", "👩‍💻 🏳️‍🌈 👩🏽‍🚀"],
    ["🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🏴󠁧󠁢󠁳󠁣󠁴󠁿"],
    ["می‌خواهم", "می‌خواهم"],
    ["क्‍ष", "क्‍ष"],
    ["Jürgen Ó Briain", "Jürgen Ó Briain"],
    ["שלום", "שלום"],
  ])("%j is kept as %j", (typed, kept) => {
    expect(name.parse(typed)).toBe(kept);
  });

  test("the length counts what is kept", () => {
    expect(name.safeParse("\u200b".repeat(30) + "x".repeat(20)).success).toBe(true);
    expect(name.safeParse("x".repeat(21)).error?.issues).toMatchObject([{ message: 'too_long|{"max":20}' }]);
  });

  test("an address is kept without what nobody sees", () => {
    expect(emailAddress.parse("\u202aLena@\u200bexample.com\u202c")).toBe("lena@example.com");
  });
});

test.each([
  "<lena@example.com>",
  "lena<b>@example.com",
  '"lena"@example.com',
  "lena,bcc@example.com",
  "lena;x@example.com",
  "lena@example.com,bcc@evil.example",
  "lena(x)@example.com",
  "lena\\x@example.com",
  "lena@[10.0.0.1]",
  "mailto:lena@example.com",
])("[AUTH-01] %j is no address: a mail's header would read something else", (address) => {
  expect(emailAddress.safeParse(address).error?.issues.map(({ message }) => message)).toEqual([
    "email_invalid",
  ]);
});

test.each(["o'brien+x@sub.example.com", "jürgen@exämple.de", "a_b-c.d@example.co.uk"])(
  "[AUTH-01] %j is an address",
  (address) => expect(emailAddress.parse(address)).toBe(address),
);

describe("[LEAD-10] notes keep their lines", () => {
  const notes = optionalText(100);
  test.each([
    ["one\r\n\ttwo\u0001\u200b", "one\r\n\ttwo"],
    [" \u200b\n ", null],
    ["\u3164", null],
    [undefined, null],
  ])("%j is kept as %j", (typed, kept) => {
    expect(notes.parse(typed)).toBe(kept);
  });
});

describe("what arrived damaged is refused, and said so", () => {
  test.each(["Gespr\ufffd\ufffdche", "zero\0byte", "\0"])("%j", (typed) => {
    const refused = [{ message: "text_damaged" }];
    for (const field of [name, optionalText(100), emailAddress, boundedText(100), requiredEntry("x")]) {
      expect(field.safeParse(typed).error?.issues).toMatchObject(refused);
    }
  });
});

test("[P10] a length ends a check: no other rule is asked", () => {
  const asked: string[] = [];
  const ask = (text: string) => asked.push(text) > 0;
  const long = "x".repeat(5_000);
  const fields = [requiredText("name_required", 20), boundedText(100), emailAddress, requiredEntry("x")];
  for (const field of fields) {
    const { error } = field.refine(ask).safeParse(long);
    expect(error?.issues).toMatchObject([{ message: expect.stringContaining("too_long") as string }]);
  }
  expect(asked).toEqual([]);
});

test("[TRX-03] a stored address that must not be is no link", () => {
  expect(isWebAddress("https://user:pass@example.com")).toBe(false);
  expect(isWebAddress("https://example.com/a.pdf")).toBe(true);
});
