import { DomainError } from "../shared/errors";
import type { IdentityScope } from "../shared/scope";

/** A person has at most so many; each is offered to the authenticator as one it must not make again. */
export const MOST_PASSKEYS = 20;

/** A passkey as its owner sees it. */
export interface OwnPasskey {
  id: string;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  /** Whether it is kept in an account too, and so survives the loss of the device. */
  isBackedUp: boolean;
}

/** What an answer of an authenticator is checked with. */
export interface PasskeyKey {
  id: string;
  userId: string;
  credentialId: string;
  publicKey: Uint8Array<ArrayBuffer>;
  counter: number;
  transports: string[];
}

/** A passkey that an authenticator has made. */
export interface NewPasskey extends Omit<PasskeyKey, "id" | "userId"> {
  name: string;
  deviceType: string;
  isBackedUp: boolean;
}

/** The passkeys of a person, the oldest first. */
export async function listPasskeys(scope: IdentityScope, userId: string): Promise<(OwnPasskey & PasskeyKey)[]> {
  const rows = await scope.db.passkey.findMany({
    where: { userId },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return rows.map((row) => ({ ...row, counter: Number(row.counter) }));
}

/** The passkey that an authenticator names, whoever it belongs to. */
export async function findPasskey(scope: IdentityScope, credentialId: string): Promise<PasskeyKey | null> {
  const row = await scope.db.passkey.findUnique({ where: { credentialId } });
  return row && { ...row, counter: Number(row.counter) };
}

/** Keeps a passkey. Throws `passkey_known`, `passkey_limit`. The caller has locked the person's row. */
export async function keepPasskey(scope: IdentityScope, userId: string, passkey: NewPasskey): Promise<void> {
  if ((await scope.db.passkey.count({ where: { userId } })) >= MOST_PASSKEYS) {
    throw new DomainError("passkey_limit", { max: MOST_PASSKEYS });
  }
  const { count } = await scope.db.passkey.createMany({
    data: { userId, ...passkey, createdAt: scope.now },
    skipDuplicates: true,
  });
  if (count === 0) throw new DomainError("passkey_known");
}
