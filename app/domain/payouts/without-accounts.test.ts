import { expect, test } from "vitest";
import { withoutAccounts } from "./without-accounts";

test.each([
  ["AC04 DE89370400440532013000 closed", "AC04 …3000 closed"],
  ["DE89 3704 0044 0532 0130 00 and fr14 2004 1010 0505 0001 3m02 606.", "…3000 and …2606."],
  ["IBAN:DE89-3704-0044-0532-0130-00", "IBAN:…3000"],
  ["DE89\u00a03704\u00a00044\u00a00532\u00a00130\u00a000", "…3000"],
])("[PAY-02] shortens account numbers in %j", (text, expected) => {
  expect(withoutAccounts(text)).toBe(expected);
});

test.each(["AC04 Account closed", "DE88370400440532013000", "AB-2026-0001", "XX12 3456", "AB12", ""])(
  "[PAY-02] leaves %j as it is",
  (text) => {
    expect(withoutAccounts(text)).toBe(text);
  },
);
