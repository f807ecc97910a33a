import { expect, it } from "vitest";
import { createBankVault } from "./bank-vault.server";

const [old, current] = ["first key of thirty-two characters", "second key of thirty-two characters"];
const IBAN = "DE89370400440532013000";

it("[PAY-02] bank data have a key of their own with an id, and can be read after it was replaced", () => {
  const before = createBankVault([old]);
  const after = createBankVault([current, old]);
  const { sealed, keyId } = before.seal(IBAN);
  expect(sealed).not.toContain(IBAN);
  expect(before.seal(IBAN).sealed).not.toBe(sealed);
  expect(after.open(sealed, keyId)).toBe(IBAN);
  expect(after.seal(IBAN).keyId).not.toBe(keyId);
  expect(() => createBankVault([current]).open(sealed, keyId)).toThrow(`key ${keyId} is missing`);
  expect(() => before.open(`${sealed.slice(0, -2)}AA`, keyId)).toThrow();
  const file = before.sealBytes(Buffer.from(IBAN));
  expect(Buffer.from(after.openBytes(file.sealed, file.keyId)).toString()).toBe(IBAN);
});

it("[PAY-02] equal numbers are found by their mark, also those marked with an earlier key", () => {
  const [mark] = createBankVault([old]).marks(IBAN);
  const marks = createBankVault([current, old]).marks(IBAN);
  expect(marks[0]).not.toBe(mark);
  expect(marks).toContain(mark);
  expect(createBankVault([old]).marks("DE02120300000000202051")).not.toContain(mark);
});
