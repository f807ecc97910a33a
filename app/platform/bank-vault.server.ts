import { createHash, createHmac, hkdfSync } from "node:crypto";
import { createSealer } from "./seal.server";

const derived = (key: string, purpose: string) => Buffer.from(hkdfSync("sha256", key, "", purpose, 32));

/**
 * Returns functions for bank data, which have keys of their own, so that these can be replaced without those of cookies
 * and links. The first key encrypts; the others still decrypt what they have encrypted.
 */
export function createBankVault(keys: readonly [string, ...string[]]) {
  const vaults = keys.map((key) => ({
    id: createHash("sha256").update(derived(key, "finderlohn bank key id v1")).digest("hex").slice(0, 12),
    sealer: createSealer(key, "finderlohn bank data v1"),
    markKey: derived(key, "finderlohn bank mark v1"),
  }));
  const [current] = vaults as [(typeof vaults)[number]];
  /** Throws if the key is missing. */
  const sealerOf = (keyId: string) => {
    const vault = vaults.find(({ id }) => id === keyId);
    if (!vault) throw new Error(`bank data: key ${keyId} is missing`);
    return vault.sealer;
  };
  return {
    /** Id of the key that encrypts. */
    keyId: current.id,
    /** Encrypts an account number. `keyId` names the key. */
    seal: (iban: string): { sealed: string; keyId: string } => ({
      sealed: current.sealer.seal(iban),
      keyId: current.id,
    }),
    /** Decrypts. Throws if the key is missing, or if the text was changed. */
    open: (sealed: string, keyId: string): string => sealerOf(keyId).unseal(sealed),
    /** Encrypts a file with account numbers. */
    sealBytes: (bytes: Uint8Array) => ({ sealed: current.sealer.sealBytes(bytes), keyId: current.id }),
    /** Decrypts. Throws if the key is missing, or if the bytes were changed. */
    openBytes: (sealed: Uint8Array, keyId: string) => sealerOf(keyId).unsealBytes(sealed),
    /** Returns the keyed hashes of an account number, the one to store first; equal numbers share one. */
    marks: (iban: string): [string, ...string[]] =>
      vaults.map(({ markKey }) => createHmac("sha256", markKey).update(iban).digest("base64url")) as [string],
  };
}

export type BankVault = ReturnType<typeof createBankVault>;
