import { expect, test } from "vitest";
import { moreThanLinear } from "../../../tests/support/processor-time";
import { hasContact } from "./contact-in-name";

test.each([
  "https://evil.example",
  "HTTP://EVIL",
  "www.evil.example",
  "Claim at evil.com",
  "evil.com",
  "Prize: bit.ly/x",
  "evil.com/login?x=1",
  "prize-24.shop",
  "prize。com",
  "ｅｖｉｌ．ｃｏｍ",
  "пример.рф",
  "support@bank.example",
  "Call +49 30 1234567",
  "Call 030/1234567",
  "(030) 12 34 567",
  "0049301234567",
  "555-123-4567 now",
  "٠٣٠١٢٣٤٥٦٧",
  "evil.com GmbH, claim now",
])("[ORG-01] [AFF-04] %j contains a contact", (name) => {
  expect(hasContact(name)).toBe(true);
  expect(hasContact(name, ["me@other.example"])).toBe(true);
});

test.each([
  "Nordlicht Media GmbH",
  "Müller GmbH&Co.KG",
  "Müller & Co. KG",
  "Verein e.V.",
  "Dr.No",
  "St.Pauli Marketing",
  "O’Neill-Smith, Jr.",
  "Check24",
  "1&1 AG",
  "Studio 54",
  "Expo 2024-2025",
  "Agency 1234567",
  "Agency 1795610000000",
  "A.B.C. Agentur",
  "3M",
  "C/O Berlin",
  "Sales@Night",
  "北極光",
])("[ORG-01] [AFF-04] %j contains no contact", (name) => {
  expect(hasContact(name)).toBe(false);
});

test.each([
  ["reisetopia.de", "kontakt@reisetopia.de"],
  ["Check24.de GmbH", "ada@mail.check24.de"],
  ["idealo.de GmbH & Co. KG", "ada@idealo.de"],
  ["Bücher.de", "chef@bücher.de"],
])("[ORG-01] [AFF-04] %j is allowed only for the owner of the address %s", (name, email) => {
  expect(hasContact(name, [email])).toBe(false);
  expect(hasContact(name, ["x@else.de"])).toBe(true);
  expect(hasContact(`Win at ${name}`, [email])).toBe(true);
  expect(hasContact(`${name}/win`, [email])).toBe(true);
});

test("P10 checking a long name takes no more than linear time", async () => {
  for (const part of ["a.", "0 ", "a-", "+", "gmbh ", "(", "@."]) {
    const name = (length: number) => part.repeat(length / part.length);
    const look = (text: string) => hasContact(text, ["a@b.de"]);
    expect(await moreThanLinear(name, look, { lengths: [2_000, 16_000] }), part).toBeNull();
  }
});
