import { expect, test } from "vitest";
import { ChangedMeanwhile, fingerprint, refuseChangesMeanwhile, changesMeanwhile } from "./changed-meanwhile.server";

const stored = { title: "Website", phone: null, amount: { amount: 100_00, currency: "EUR" }, months: 12 };
const version = fingerprint(stored);

test("a fingerprint is short, says nothing of the values and is the same for the same values", () => {
  expect(version).toMatch(/^[\w-]{8}(\.[\w-]{8}){3}$/);
  expect(fingerprint({ ...stored, amount: { amount: 100_00, currency: "EUR" } })).toBe(version);
  // The same value in another field is another mark.
  expect(new Set(fingerprint({ a: "x", b: "x", c: null, d: "null" }).split(".")).size).toBe(4);
});

test("only what changed without being shown, and would be set back, counts", () => {
  const now = { ...stored, title: "Shop", phone: "030 1" };
  // Both changed something else; what is saved would take the other's back.
  expect(changesMeanwhile(version, now, { ...stored, months: 24 })).toEqual({
    title: "Shop",
    phone: "030 1",
  });
  // Both made the same of the title, and one the phone.
  expect(changesMeanwhile(version, now, { ...stored, title: "Shop" })).toEqual({ phone: "030 1" });
  // Nothing of it is lost.
  expect(changesMeanwhile(version, now, { ...now, months: 24 })).toBeNull();
  expect(changesMeanwhile(fingerprint(now), now, stored)).toBeNull();
});

test("a currency is part of the amount, and nothing is different from an empty text", () => {
  const inFrancs = { ...stored, amount: { amount: 100_00, currency: "CHF" } };
  expect(changesMeanwhile(version, inFrancs, stored)).toEqual({ amount: inFrancs.amount });
  expect(changesMeanwhile(version, { ...stored, phone: "" }, stored)).toEqual({ phone: "" });
});

test("who sends no version is not asked; a version that is none is told all that differs", () => {
  const wanted = { ...stored, title: "Mine" };
  expect(changesMeanwhile(undefined, stored, wanted)).toBeNull();
  for (const strange of ["", "..", "x".repeat(100_000)]) {
    expect(changesMeanwhile(strange, stored, wanted)).toEqual({ title: "Website" });
  }
});

test("the refusal brings what is stored now, and the fingerprint to go on with", () => {
  const now = { ...stored, title: "Shop" };
  const refused = (() => {
    try {
      refuseChangesMeanwhile(version, now, stored);
    } catch (error) {
      return error;
    }
  })();
  expect(refused).toBeInstanceOf(ChangedMeanwhile);
  expect(refused).toMatchObject({
    code: "changed_meanwhile",
    changed: { title: "Shop" },
    version: fingerprint(now),
  });
  expect(() => refuseChangesMeanwhile(fingerprint(now), now, stored)).not.toThrow();
});
