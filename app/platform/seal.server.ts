import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const TAG_BYTES = 16;

/**
 * Returns functions that encrypt and authenticate secrets with a key derived from a secret (AES-256-GCM), another one
 * for each purpose.
 */
export function createSealer(secret: string, purpose = "finderlohn seal v1") {
  const key = Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));
  const sealBytes = (bytes: Uint8Array): Buffer<ArrayBuffer> => {
    const nonce = randomBytes(12);
    const cipher = createCipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES });
    const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), body]);
  };
  /** Throws if the bytes were not sealed with this secret or were changed. */
  const unsealBytes = (sealed: Uint8Array): Buffer<ArrayBuffer> => {
    // Without a fixed length Node accepts a tag of four bytes, which can be guessed.
    const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, 12), { authTagLength: TAG_BYTES });
    decipher.setAuthTag(sealed.subarray(12, 28));
    return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]);
  };
  return {
    sealBytes,
    unsealBytes,
    seal: (text: string): string => sealBytes(Buffer.from(text)).toString("base64url"),
    /** Throws if the text was not sealed with this secret or was changed. */
    unseal: (sealed: string): string => unsealBytes(Buffer.from(sealed, "base64url")).toString("utf8"),
  };
}
