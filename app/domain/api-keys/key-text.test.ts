import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { KEY_LENGTH, newKeyText, organizationOfKey } from "./key-text.server";

test("[API-02] a key has a format that scanners recognize and names its organization", () => {
  const ids = [
    "00000000-0000-0000-0000-000000000000",
    "ffffffff-ffff-ffff-ffff-ffffffffffff",
    ...Array.from({ length: 200 }, () => randomUUID() as string),
  ];
  for (const id of ids) {
    const text = newKeyText(id);
    expect(text).toMatch(/^fl_[0-9A-Za-z]{60}$/);
    expect(text).toHaveLength(KEY_LENGTH);
    expect(organizationOfKey(text)).toBe(id);
  }
  const two = [newKeyText(ids[0]!), newKeyText(ids[0]!)];
  expect(two[0]!.slice(25, 57)).not.toBe(two[1]!.slice(25, 57));
});

test("[API-02] any changed character makes the checksum fail before a database query", () => {
  const text = newKeyText(randomUUID());
  for (let at = 0; at < text.length; at++) {
    const other = text[at] === "x" ? "y" : "x";
    expect(organizationOfKey(text.slice(0, at) + other + text.slice(at + 1))).toBeNull();
  }
});

test.each([
  ["nothing", ""],
  ["a word", "fl_"],
  ["blanks", ` ${newKeyText(randomUUID()).slice(1)}`],
  ["more than a key", `${newKeyText(randomUUID())}0`],
  ["a long text", "fl_".repeat(1_000_000)],
  ["other letters", `fl_${"ä".repeat(60)}`],
])("[API-02] %s is not a key", (_, text) => {
  expect(organizationOfKey(text)).toBeNull();
});
