import { describe, expect, test } from "vitest";
import { isWebAddress } from "./web-address";
import {
  boundedText,
  emailAddress,
  formVersion,
  MAX_ENTRY_LENGTH,
  optionalEntry,
  optionalText,
  recordId,
  requiredDay,
  requiredEntry,
  requiredText,
  webAddress,
} from "./fields";

const name = requiredText("name_required", 20);

describe("[AFF-03] names consist of visible characters", () => {
  test.each([
    ["\u200b\u200b", "nothing but blanks without a width"],
    ["\u200d", "a joiner of nothing"],
    ["\u202e\u2066", "turned directions"],
    ["\u0007\u0001\u0085", "control characters"],
    ["\u3164\u115f", "letters drawn as nothing"],
    ["\u2800 \ufe0f", "a Braille cell without dots"],
  ])("so %j is rejected: %s", (typed) => {
    expect(name.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual(["name_required"]);
  });

  test.each([
    ["Le\u0007na\u200b Bauer\u202e", "Lena Bauer"],
    ["\ufeff Lena ", "Lena"],
    ["Lena\nBauer\tGmbH", "Lena Bauer GmbH"],
    ["a\u200d b\u200c", "a b"],
    // Joined emoji, a flag, and Persian and Hindi, which need joiners between letters.
    ["👩‍💻 🏳️‍🌈 👩🏽‍🚀", "👩‍💻 🏳️‍🌈 👩🏽‍🚀"],
    ["🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🏴󠁧󠁢󠁳󠁣󠁴󠁿"],
    ["می‌خواهم", "می‌خواهم"],
    ["क्‍ष", "क्‍ष"],
    ["Jürgen Ó Briain", "Jürgen Ó Briain"],
    ["שלום", "שלום"],
  ])("so %j is stored as %j", (typed, kept) => {
    expect(name.parse(typed)).toBe(kept);
  });

  test("and their length is that of the stored text", () => {
    expect(name.safeParse("\u200b".repeat(30) + "x".repeat(20)).success).toBe(true);
    expect(name.safeParse("x".repeat(21)).error?.issues).toMatchObject([{ message: 'too_long|{"max":20}' }]);
  });

  test("as do addresses", () => {
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
])("[AUTH-01] %j is not an address, because an email header would be parsed differently", (address) => {
  expect(emailAddress.safeParse(address).error?.issues.map(({ message }) => message)).toEqual(["email_invalid"]);
});

test.each(["o'brien+x@sub.example.com", "jürgen@exämple.de", "a_b-c.d@example.co.uk"])(
  "[AUTH-01] %j is an address",
  (address) => expect(emailAddress.parse(address)).toBe(address),
);

describe("[LEAD-10] notes keep their line breaks", () => {
  const notes = optionalText(100);
  test.each([
    ["one\r\n\ttwo\u0001\u200b", "one\r\n\ttwo"],
    [" \u200b\n ", null],
    ["\u3164", null],
    [undefined, null],
  ])("so %j is stored as %j", (typed, kept) => {
    expect(notes.parse(typed)).toBe(kept);
  });
});

describe("damaged text is rejected with its own message", () => {
  test.each(["Gespr\ufffd\ufffdche", "zero\0byte", "\0"])("%j", (typed) => {
    const refused = [{ message: "text_damaged" }];
    for (const field of [name, optionalText(100), emailAddress, boundedText(100), requiredEntry("x")]) {
      expect(field.safeParse(typed).error?.issues).toMatchObject(refused);
    }
  });
});

test("[P10] a text that is too long is rejected before any other rule runs", () => {
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

test("[TRX-03] an invalid stored address is not a link", () => {
  expect(isWebAddress("https://user:pass@example.com")).toBe(false);
  expect(isWebAddress("https://example.com/a.pdf")).toBe(true);
  // In a page these lead to a page of this site.
  for (const text of ["https:example.com/a.pdf", "https:/example.com/a.pdf"])
    expect(isWebAddress(text), text).toBe(false);
});

/** Returns the messages of a rejected value. */
const problem = (
  field: { safeParse: (value: unknown) => { error?: { issues: { message: string }[] } | undefined } },
  value: unknown,
) => field.safeParse(value).error?.issues.map(({ message }) => message);

describe("the limits of fields", () => {
  test("allow 1,000 additional characters that are removed", () => {
    const short = "x".repeat(20);
    for (const field of [name, optionalText(20)]) {
      expect(field.parse(`${short}${" ".repeat(1_000)}`)).toBe(short);
      expect(problem(field, `${short}${" ".repeat(1_001)}`)).toEqual(['too_long|{"max":20}']);
      expect(problem(field, `${short}x`)).toEqual(['too_long|{"max":20}']);
    }
    expect(name.parse("x")).toBe("x");
  });

  test("report an error of length or damage alone", () => {
    const never = (field: typeof name) => field.refine(() => false, { error: "asked" });
    expect(problem(never(name), "")).toEqual(["name_required"]);
    expect(problem(never(name), "\u200b")).toEqual(["name_required"]);
    expect(problem(never(name), "\u3164")).toEqual(["name_required"]);
    expect(problem(never(name), "x".repeat(21))).toEqual(['too_long|{"max":20}']);
    expect(
      problem(
        requiredEntry("day_required").refine(() => false, { error: "asked" }),
        " ",
      ),
    ).toEqual(["day_required"]);
    const asked: unknown[] = [];
    const notes = optionalText(20).refine((text) => asked.push(text) > 0);
    expect(problem(notes, "x".repeat(21))).toEqual(['too_long|{"max":20}']);
    expect(asked).toEqual([]);
  });

  test("[AUTH-01] require an email address of at most 254 characters", () => {
    const longest = `${"x".repeat(242)}@example.com`;
    expect(emailAddress.parse(longest)).toBe(longest);
    expect(problem(emailAddress, `x${longest}`)).toEqual(['too_long|{"max":254}']);
    expect(problem(emailAddress, " ")).toEqual(["email_required"]);
  });

  test("require an entry of 1 to 100 characters", () => {
    const entry = requiredEntry("amount_required");
    expect(MAX_ENTRY_LENGTH).toBe(100);
    expect(entry.parse(" 1 ")).toBe("1");
    expect(entry.parse("1".repeat(100))).toHaveLength(100);
    expect(problem(entry, "1".repeat(101))).toEqual(['too_long|{"max":100}']);
    expect(problem(entry, "")).toEqual(["amount_required"]);
    expect(optionalEntry.parse(undefined)).toBeUndefined();
    expect(optionalEntry.parse(" 1 ")).toBe("1");
  });

  test("[LEAD-06] accept an entered date", () => {
    const field = requiredDay("close_date_required");
    expect(field.parse("1.3.2027")).toBe("2027-03-01");
    expect(problem(field, "31.2.2027")).toEqual(["date_invalid"]);
    expect(problem(field, "")).toEqual(["close_date_required"]);
  });

  test("report an invalid id as not found and bound a form version", () => {
    expect(problem(recordId, "1")).toEqual(["not_found"]);
    expect(formVersion.parse("x".repeat(1_000))).toHaveLength(1_000);
    expect(problem(formVersion, "x".repeat(1_001))).toEqual(['too_long|{"max":1000}']);
  });
});

describe("[TRX-03] the address of a receipt", () => {
  const receiptUrl = optionalText(2000).superRefine(webAddress);

  test.each([
    ["no address", "receipt_url_host"],
    ["javascript:alert(1)", "receipt_url_invalid"],
    ["ftp://example.com/a", "receipt_url_invalid"],
    ["https://user@example.com", "receipt_url_credentials"],
    ["https://:secret@example.com", "receipt_url_credentials"],
    ["https://receipts", "receipt_url_host"],
    ["https://example.", "receipt_url_host"],
    ["x".repeat(2_001), 'too_long|{"max":2000}'],
  ])("rejects %j with %s", (text, message) => {
    expect(problem(receiptUrl, text)).toEqual([message]);
  });

  test.each([
    "http://example.com",
    "https://localhost:8080/a.pdf",
    "http://[::1]/a.pdf",
    `https://example.com/${"x".repeat(1_980)}`,
  ])("may be %j", (text) => {
    expect(receiptUrl.parse(text)).toBe(text);
  });

  test("may be empty where it is optional", () => {
    const field = optionalText(100).superRefine(webAddress);
    expect(field.parse("")).toBeNull();
    expect(problem(field, "nothing")).toEqual(["receipt_url_host"]);
  });
});
