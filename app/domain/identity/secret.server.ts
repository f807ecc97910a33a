import { createHash, randomBytes } from "node:crypto";

/** Generates a secret for a session or one-time link: 32 random bytes. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** Returns the stored hash of a secret. 32 random bytes need no salt and no slow hash. */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}
