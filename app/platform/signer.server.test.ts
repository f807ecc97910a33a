import { expect, test } from "vitest";
import { createSigner, type SignedPurpose } from "./signer.server";

const { sign, verify } = createSigner("a secret");
const bytes = Buffer.from("what it says");

test("[NOT-02] verifies signed text, and rejects changed, truncated, extended text or another purpose", () => {
  const text = sign("unsubscribe", bytes);
  expect(verify("unsubscribe", text)).toEqual(bytes);
  expect(text).toMatch(/^[\w-]+$/);
  for (let place = 0; place < text.length; place++) {
    const other = text[place] === "A" ? "B" : "A";
    const changed = text.slice(0, place) + other + text.slice(place + 1);
    expect(verify("unsubscribe", changed), String(place)).toBeNull();
    expect(verify("unsubscribe", text.slice(0, place))).toBeNull();
  }
  for (const other of [`${text}A`, `${text}=`, `${text} `, `!${text}`, "", "A"]) {
    expect(verify("unsubscribe", other), other).toBeNull();
  }
  expect(verify("another purpose" as SignedPurpose, text)).toBeNull();
  expect(createSigner("another secret").verify("unsubscribe", text)).toBeNull();
});
