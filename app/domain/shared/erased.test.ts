import { describe, expect, test } from "vitest";
import { afterOpenTransactions, erasedEmail, isErased, isSameName, displayEmail } from "./erased";

describe("[OPS-05] the address of an erased person", () => {
  test("contains the record's id and belongs to no one else", () => {
    expect(erasedEmail("4711")).toBe("erased-4711@erased.invalid");
    expect(isErased(erasedEmail("4711"))).toBe(true);
    const others = ["ann@b.example", "erased-4711@b.example", "a@erased.invalid.example", "a@xerased.invalid", ""];
    for (const other of others) expect(isErased(other), other).toBe(false);
  });

  test("is hidden, while every other address is shown unchanged", () => {
    expect(displayEmail(erasedEmail("4711"))).toBeNull();
    expect(displayEmail("Ann@b.example")).toBe("Ann@b.example");
  });
});

describe("[OPS-05] the name entered to confirm an erasure", () => {
  test.each([
    ["Thomas Müller", "Thomas Müller"],
    [" thomas  MÜLLER\t", "Thomas Müller"],
    ["Thomas\u00a0Mu\u0308ller", "Thomas Müller"],
    ["Thomas Müller", " Thomas\n Mu\u0308ller "],
  ])("%j matches %j", (typed, name) => {
    expect(isSameName(typed, name)).toBe(true);
  });

  test.each(["", "Thomas", "ThomasMüller", "Thomas Muller", "Thomas Müller 2"])("%j does not match", (typed) => {
    expect(isSameName(typed, "Thomas Müller")).toBe(false);
  });
});

test("[OPS-05] the erasure job runs when no open transaction can have read the old name", () => {
  // The erasing transaction ends after a minute at most, the last one that read the old name a minute later.
  const later = afterOpenTransactions(new Date("2026-03-08T05:29:00.000Z"));
  expect(later.getTime()).toBeGreaterThan(Date.parse("2026-03-08T05:31:00.000Z"));
  expect(later.getTime()).toBeLessThan(Date.parse("2026-03-08T05:32:00.000Z"));
});
