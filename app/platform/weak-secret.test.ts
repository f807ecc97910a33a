import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { weaknessOf } from "./weak-secret";

test.each([
  "x".repeat(32),
  "0123456789abcdef0123456789abcdef",
  "abcdefghijklmnopqrstuvwxyz012345",
  "a8f3k2q9".repeat(5),
  "please-CHANGE-ME-before-the-first-start",
  "a secret for tests, known to everybody",
  "121212121212123434343434343434",
])("[OPS-03] reports a secret that can be guessed: %s", (secret) => {
  expect(weaknessOf(secret)).toMatch(/^can be guessed: /);
});

test("[OPS-03] accepts random secrets", () => {
  for (let time = 0; time < 2_000; time++)
    for (const encoding of ["hex", "base64", "base64url"] as const)
      expect(weaknessOf(randomBytes(32).toString(encoding))).toBeNull();
});
