import { expect, test } from "vitest";
import {
  ChangedMeanwhile,
  fingerprint,
  refuseUnseenChanges,
  unseenChanges,
} from "./changed-meanwhile.server";

const stored = { title: "Website", phone: null, amount: { amount: 100_00, currency: "EUR" }, months: 12 };
const seen = fingerprint(stored);

test("a fingerprint is short, says nothing of the values and is the same for the same values", () => {
  expect(seen).toMatch(/^[\w-]{8}(\.[\w-]{8}){3}$/);
  expect(fingerprint({ ...stored, amount: { amount: 100_00, currency: "EUR" } })).toBe(seen);
  // The same value in another field is another mark.
  expect(new Set(fingerprint({ a: "x", b: "x", c: null, d: "null" }).split(".")).size).toBe(4);
});

test("only what changed without being seen, and would be set back, counts", () => {
  const now = { ...stored, title: "Shop", phone: "030 1" };
  // Both changed something else; what is saved would take the other's back.
  expect(unseenChanges(seen, now, { ...stored, months: 24 })).toEqual({ title: "Shop", phone: "030 1" });
  // Both made the same of the title, and one the phone.
  expect(unseenChanges(seen, now, { ...stored, title: "Shop" })).toEqual({ phone: "030 1" });
  // Nothing of it is lost.
  expect(unseenChanges(seen, now, { ...now, months: 24 })).toBeNull();
  expect(unseenChanges(fingerprint(now), now, stored)).toBeNull();
});

test("a currency is part of the amount, and nothing is different from an empty text", () => {
  const inFrancs = { ...stored, amount: { amount: 100_00, currency: "CHF" } };
  expect(unseenChanges(seen, inFrancs, stored)).toEqual({ amount: inFrancs.amount });
  expect(unseenChanges(seen, { ...stored, phone: "" }, stored)).toEqual({ phone: "" });
});

test("who has seen nothing is not asked; a fingerprint that is none has seen nothing either, and is told all", () => {
  const wanted = { ...stored, title: "Mine" };
  expect(unseenChanges(undefined, stored, wanted)).toBeNull();
  for (const strange of ["", "..", "x".repeat(100_000)]) {
    expect(unseenChanges(strange, stored, wanted)).toEqual({ title: "Website" });
  }
});

test("the refusal brings what is stored now, and the fingerprint to go on with", () => {
  const now = { ...stored, title: "Shop" };
  const refused = (() => {
    try {
      refuseUnseenChanges(seen, now, stored);
    } catch (error) {
      return error;
    }
  })();
  expect(refused).toBeInstanceOf(ChangedMeanwhile);
  expect(refused).toMatchObject({
    code: "changed_meanwhile",
    changed: { title: "Shop" },
    seen: fingerprint(now),
  });
  expect(() => refuseUnseenChanges(fingerprint(now), now, stored)).not.toThrow();
});
