import { randomBytes } from "node:crypto";
import { nfc } from "~/domain/shared/nfc";
import argon2 from "@node-rs/argon2";

// argon2id is the library's default. Memory, time and parallelism follow OWASP's password storage cheat sheet.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hashes a password with argon2id after NFC normalization, because keyboards write "é" as one or two code points (NIST
 * SP 800-63B, 3.1.1.2).
 */
export function hashPassword(password: string): Promise<string> {
  return argon2.hash(nfc(password), options);
}

/** Whether a hash uses outdated parameters. */
export function isOutdated(passwordHash: string): boolean {
  const { memoryCost, timeCost, parallelism } = options;
  return !passwordHash.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`);
}

let decoy: Promise<string> | undefined;

/**
 * Whether the password matches the hash. Without a hash it takes equally long and returns false, so that the timing
 * reveals nothing.
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword("no account has this password");
  const against = passwordHash ?? (await decoy);
  const normal = nfc(password);
  // Older hashes are of the password without normalization.
  const matches =
    (await argon2.verify(against, normal)) || (normal !== password && (await argon2.verify(against, password)));
  return passwordHash !== null && matches;
}

/**
 * Hashes texts with one shared salt, so that they can be looked up by hash. The salt is new, or taken from the hash
 * `like`.
 */
export async function hashWithSharedSalt(texts: readonly string[], like?: string): Promise<string[]> {
  const salt = like ? Buffer.from(like.split("$")[4] ?? "", "base64") : randomBytes(16);
  const hashes: string[] = [];
  // Sequential, because each hash takes 19 MiB of memory.
  for (const text of texts) hashes.push(await argon2.hash(text, { ...options, salt }));
  return hashes;
}
