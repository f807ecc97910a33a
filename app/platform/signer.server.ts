import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

/** Purpose of a signed text. A text signed for another purpose is rejected. */
export type SignedPurpose = "unsubscribe" | "file";

export interface Signer {
  /** Signs bytes and returns them as text for a URL. Everyone can read the bytes; only this app can create them. */
  sign(purpose: SignedPurpose, bytes: Uint8Array): string;
  /** Returns the bytes of a signed text; null if it was changed or not signed for this purpose. */
  verify(purpose: SignedPurpose, text: string): Buffer | null;
}

/** Half of the hash. 128 bits cannot be guessed, and the URL stays short. */
const MAC_BYTES = 16;

/** Signs with one key per purpose, derived from the app secret (HMAC-SHA-256). */
export function createSigner(secret: string): Signer {
  const macOf = (purpose: SignedPurpose, bytes: Uint8Array) => {
    const key = Buffer.from(hkdfSync("sha256", secret, "", `finderlohn sign v1 ${purpose}`, 32));
    return createHmac("sha256", key).update(bytes).digest().subarray(0, MAC_BYTES);
  };
  return {
    sign: (purpose, bytes) => Buffer.concat([bytes, macOf(purpose, bytes)]).toString("base64url"),
    verify(purpose, text) {
      const all = Buffer.from(text, "base64url");
      // The decoder ignores unknown characters, so different texts would verify as the same.
      if (all.length < MAC_BYTES || all.toString("base64url") !== text) return null;
      const bytes = all.subarray(0, -MAC_BYTES);
      return timingSafeEqual(macOf(purpose, bytes), all.subarray(-MAC_BYTES)) ? bytes : null;
    },
  };
}
