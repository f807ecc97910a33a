import { DomainError } from "../shared/errors";
import type { IdentityScope } from "../shared/scope";

/** Limit per user. All passkeys are sent to the authenticator, so that it creates none twice. */
export const MAX_PASSKEYS = 20;

/** A passkey as its owner sees it. */
export interface OwnPasskey {
  id: string;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  /** Whether it is synced to an account and survives the loss of the device. */
  isBackedUp: boolean;
}

/** The stored key that verifies an authenticator's response. */
export interface PasskeyKey {
  id: string;
  userId: string;
  credentialId: string;
  publicKey: Uint8Array<ArrayBuffer>;
  counter: number;
  transports: string[];
}

/** A passkey that an authenticator has created. */
export interface NewPasskey extends Omit<PasskeyKey, "id" | "userId"> {
  name: string;
  deviceType: string;
  isBackedUp: boolean;
}

/** Lists the passkeys of a user, oldest first. */
export async function listPasskeys(scope: IdentityScope, userId: string): Promise<(OwnPasskey & PasskeyKey)[]> {
  const rows = await scope.db.passkey.findMany({
    where: { userId },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return rows.map((row) => ({ ...row, counter: Number(row.counter) }));
}

/** Finds the passkey that an authenticator names, of any user. */
export async function findPasskey(scope: IdentityScope, credentialId: string): Promise<PasskeyKey | null> {
  const row = await scope.db.passkey.findUnique({ where: { credentialId } });
  return row && { ...row, counter: Number(row.counter) };
}

/**
 * Stores a passkey. The caller has locked the user's row.
 * Throws `passkey_known`, `passkey_limit`.
 */
export async function storePasskey(scope: IdentityScope, userId: string, passkey: NewPasskey): Promise<void> {
  if ((await scope.db.passkey.count({ where: { userId } })) >= MAX_PASSKEYS) {
    throw new DomainError("passkey_limit", { max: MAX_PASSKEYS });
  }
  const { count } = await scope.db.passkey.createMany({
    data: { userId, ...passkey, createdAt: scope.now },
    skipDuplicates: true,
  });
  if (count === 0) throw new DomainError("passkey_known");
}
