import fc from "fast-check";

// Arbitrary input of clients.

/** Any value of a field or parameter, including frequent problem values. */
export const arbitraryInput = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.constantFrom(
    "0",
    "-1",
    "1.005",
    "1e9",
    "2026-02-30",
    "9999-12-31",
    "EUR",
    "none",
    "\0",
    "caf\ud83d",
    "ￒ",
    "__proto__",
  ),
  fc.uuid(),
);

/** Bodies that are not a JSON object, or barely one. */
export const rawBodies = fc.oneof(
  fc.constantFrom("{", "[]", "null", '"x"', '{"__proto__":{"admin":true}}', "{}{}", "\ufeff{}", "[".repeat(5_000)),
  fc.string({ unit: "binary", maxLength: 60 }),
);

/** A cursor of the list, damaged versions of it, and arbitrary text. */
export const cursors = (cursor: string) => {
  const damaged = fc
    .tuple(fc.nat(Math.max(0, cursor.length - 1)), fc.constantFrom(..."aZ0_-%~"))
    .map(([at, letter]) => cursor.slice(0, at) + letter + cursor.slice(at + 1));
  const made = fc.string({ unit: "binary", maxLength: 60 }).map((text) => Buffer.from(text).toString("base64url"));
  return fc.oneof(fc.constant(cursor), damaged, made);
};
