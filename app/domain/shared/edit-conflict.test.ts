import { expect, test } from "vitest";
import { EditConflict, fingerprint, rejectConflicts, findConflicts } from "./edit-conflict.server";

const stored = { title: "Website", phone: null, amount: { amount: 100_00, currency: "EUR" }, months: 12 };
const version = fingerprint(stored);

test("a form version is short, hides the values and is the same for the same values", () => {
  expect(version).toMatch(/^[\w-]{8}(\.[\w-]{8}){3}$/);
  expect(fingerprint({ ...stored, amount: { amount: 100_00, currency: "EUR" } })).toBe(version);
  // The same value in another field has another hash.
  expect(new Set(fingerprint({ a: "x", b: "x", c: null, d: "null" }).split(".")).size).toBe(4);
});

test("only values that changed without being shown and would be overwritten are conflicts", () => {
  const now = { ...stored, title: "Shop", phone: "030 1" };
  // Both users changed different fields; saving would revert the other user's changes.
  expect(findConflicts(version, now, { ...stored, months: 24 })).toEqual({
    title: "Shop",
    phone: "030 1",
  });
  // Both users entered the same title, and one of them a phone number.
  expect(findConflicts(version, now, { ...stored, title: "Shop" })).toEqual({ phone: "030 1" });
  // Nothing is lost.
  expect(findConflicts(version, now, { ...now, months: 24 })).toBeNull();
  expect(findConflicts(fingerprint(now), now, stored)).toBeNull();
});

test("the currency is part of an amount, and null differs from an empty text", () => {
  const inFrancs = { ...stored, amount: { amount: 100_00, currency: "CHF" } };
  expect(findConflicts(version, inFrancs, stored)).toEqual({ amount: inFrancs.amount });
  expect(findConflicts(version, { ...stored, phone: "" }, stored)).toEqual({ phone: "" });
});

test("nothing is compared without a version, and an unknown version conflicts in every different field", () => {
  const wanted = { ...stored, title: "Mine" };
  expect(findConflicts(undefined, stored, wanted)).toBeNull();
  for (const strange of ["", "..", "x".repeat(100_000)]) {
    expect(findConflicts(strange, stored, wanted)).toEqual({ title: "Website" });
  }
});

test("the conflict contains the stored values and the version for the next submission", () => {
  const now = { ...stored, title: "Shop" };
  const refused = (() => {
    try {
      rejectConflicts(version, now, stored);
    } catch (error) {
      return error;
    }
  })();
  expect(refused).toBeInstanceOf(EditConflict);
  expect(refused).toMatchObject({
    code: "changed_meanwhile",
    changed: { title: "Shop" },
    version: fingerprint(now),
  });
  expect(() => rejectConflicts(fingerprint(now), now, stored)).not.toThrow();
});
