import { randomBytes } from "node:crypto";
import { nfc } from "~/domain/shared/nfc";
import { hash, verify } from "@node-rs/argon2";

// argon2id is the library's default algorithm; memory, time and lanes follow OWASP's password storage cheat sheet.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * argon2id hash of a password in NFC: one keyboard writes "é" as one character, another as two (NIST SP 800-63B,
 * 3.1.1.2).
 */
export function hashPassword(password: string): Promise<string> {
  return hash(nfc(password), options);
}

/** Whether a hash was made with other parameters than today's. */
export function isOutdated(passwordHash: string): boolean {
  const { memoryCost, timeCost, parallelism } = options;
  return !passwordHash.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`);
}

let decoy: Promise<string> | undefined;

/** Whether the password belongs to the hash. Without a hash it takes as long and says no, so timing tells nothing. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword("no account has this password");
  const against = passwordHash ?? (await decoy);
  const normal = nfc(password);
  // Older hashes are of the password as it was typed.
  const matches = (await verify(against, normal)) || (normal !== password && (await verify(against, password)));
  return passwordHash !== null && matches;
}

/** Hashes of texts that are looked up by their hash, all with one salt: a new one, or that of the hash `like`. */
export async function hashAlike(texts: readonly string[], like?: string): Promise<string[]> {
  const salt = like ? Buffer.from(like.split("$")[4] ?? "", "base64") : randomBytes(16);
  const hashes: string[] = [];
  // One after the other: each takes 19 MiB.
  for (const text of texts) hashes.push(await hash(text, { ...options, salt }));
  return hashes;
}
