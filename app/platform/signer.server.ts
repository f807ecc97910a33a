import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

/** What a signed text is for. One that was signed for another purpose is refused. */
export type SignedPurpose = "unsubscribe";

export interface Signer {
  /** Writes bytes that anybody may read and nobody else can make, as a text for an address. */
  sign(purpose: SignedPurpose, bytes: Uint8Array): string;
  /** The bytes of a signed text; null if it was not signed for this purpose or was changed. */
  verify(purpose: SignedPurpose, text: string): Buffer | null;
}

/** Half of the hash: nobody guesses 128 bits, and an address stays short. */
const MAC_BYTES = 16;

/** Signs with a key of its own for each purpose, derived from the application's secret (HMAC-SHA-256). */
export function createSigner(secret: string): Signer {
  const macOf = (purpose: SignedPurpose, bytes: Uint8Array) => {
    const key = Buffer.from(hkdfSync("sha256", secret, "", `finderlohn sign v1 ${purpose}`, 32));
    return createHmac("sha256", key).update(bytes).digest().subarray(0, MAC_BYTES);
  };
  return {
    sign: (purpose, bytes) => Buffer.concat([bytes, macOf(purpose, bytes)]).toString("base64url"),
    verify(purpose, text) {
      const all = Buffer.from(text, "base64url");
      // The decoder passes over what it does not know: one text of ours must not be many.
      if (all.length < MAC_BYTES || all.toString("base64url") !== text) return null;
      const bytes = all.subarray(0, -MAC_BYTES);
      return timingSafeEqual(macOf(purpose, bytes), all.subarray(-MAC_BYTES)) ? bytes : null;
    },
  };
}
