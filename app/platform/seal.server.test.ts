import { expect, test } from "vitest";
import { createSealer } from "./seal.server";

const { seal, unseal } = createSealer("a secret of the tests, long enough");

test("unseals what it sealed, and rejects changed or truncated text", () => {
  const sealed = seal("a one-time link");
  expect(unseal(sealed)).toBe("a one-time link");
  const bytes = Buffer.from(sealed, "base64url");
  // Nonce and a part of the tag. Node would compare only that part.
  for (const length of [0, 12, 16, 20, 24, 27])
    expect(() => unseal(bytes.subarray(0, length).toString("base64url")), `${length} bytes`).toThrow();
  // Empty text with the tag truncated to four bytes.
  const empty = Buffer.from(seal(""), "base64url");
  expect(unseal(empty.toString("base64url"))).toBe("");
  expect(() => unseal(empty.subarray(0, 16).toString("base64url"))).toThrow();
  bytes[bytes.length - 1]! ^= 1;
  expect(() => unseal(bytes.toString("base64url"))).toThrow();
});
