import { expect, test } from "vitest";
import { createSealer } from "./seal.server";

const { seal, unseal } = createSealer("a secret of the tests, long enough");

test("what is sealed is read as it was, and nothing that was changed or cut", () => {
  const sealed = seal("a one-time link");
  expect(unseal(sealed)).toBe("a one-time link");
  const bytes = Buffer.from(sealed, "base64url");
  // The nonce and a part of the tag: Node would compare the part alone.
  for (const length of [0, 12, 16, 20, 24, 27])
    expect(() => unseal(bytes.subarray(0, length).toString("base64url")), `${length} bytes`).toThrow();
  // Nothing in it, and a tag that was cut to four bytes.
  const empty = Buffer.from(seal(""), "base64url");
  expect(unseal(empty.toString("base64url"))).toBe("");
  expect(() => unseal(empty.subarray(0, 16).toString("base64url"))).toThrow();
  bytes[bytes.length - 1]! ^= 1;
  expect(() => unseal(bytes.toString("base64url"))).toThrow();
});
