import { randomInt } from "node:crypto";
import { DomainError } from "../shared/errors";
import type { IdentityScope } from "../shared/scope";
import { lockUser } from "./lock-user.server";
import { keepPasskey, listPasskeys, type NewPasskey, type OwnPasskey, type PasskeyKey } from "./passkeys.server";
import { hashSecret } from "./secret.server";

// The second factor of somebody: passkeys, an authenticator app, and recovery codes for when they are lost. Slow hashes
// and the check of a code or a signature are done outside of a transaction; inside one, the database decides that it
// counts once.

export const RECOVERY_CODES = 10;

/** What a code is checked against. */
export interface FactorFacts {
  /** The app; unconfirmed while it is being set up. */
  app: { sealedSecret: string; isConfirmed: boolean; since: Date } | null;
  recovery: { left: number; /** Any of the hashes: all have the same salt. */ sample: string | null };
  passkeys: (OwnPasskey & PasskeyKey)[];
}

/** Whether the factor is on: recovery codes alone are none. */
export const isOn = ({ app, passkeys }: Pick<FactorFacts, "app" | "passkeys">): boolean =>
  Boolean(app?.isConfirmed) || passkeys.length > 0;

/** A code, or the answer of a passkey, that was found to be right, not yet used up. */
export type Proof =
  | { kind: "passkey"; credentialId: string; counter: number; isBackedUp: boolean }
  | { kind: "app"; /** Compared with the stored one once more. */ sealedSecret: string; step: number }
  | { kind: "recovery"; codeHash: string };

/** The second factor of a person. */
export async function readFactor(scope: IdentityScope, userId: string): Promise<FactorFacts> {
  const app = await scope.db.authenticatorApp.findUnique({ where: { userId } });
  const codes = await scope.db.recoveryCode.findMany({ where: { userId } });
  return {
    app: app && {
      sealedSecret: app.secret,
      isConfirmed: app.confirmedAt !== null,
      since: app.confirmedAt ?? app.createdAt,
    },
    recovery: {
      left: codes.filter(({ usedAt }) => usedAt === null).length,
      sample: codes[0]?.codeHash ?? null,
    },
    passkeys: await listPasskeys(scope, userId),
  };
}

/** Whether a person has a second factor, so that no other proof alone lets them in. */
export async function hasFactor(scope: IdentityScope, userId: string): Promise<boolean> {
  const [row] = await scope.db.$queryRaw<{ has: boolean }[]>`
    select exists (select 1 from authenticator_app f where f.user_id = ${userId}::uuid and f.confirmed_at is not null)
        or exists (select 1 from passkey p where p.user_id = ${userId}::uuid) as has`;
  return row!.has;
}

/**
 * Uses a code up. Of any number at once one succeeds, and of an app's codes none that is as old as one used before. Of
 * a passkey, whose challenge is used up already, notes the use; what it counts must have grown, unless it does not
 * count.
 * Throws `factor_code_used`, `passkey_wrong`.
 */
export async function useProof(scope: IdentityScope, userId: string, proof: Proof): Promise<void> {
  if (proof.kind === "passkey") return usePasskey(scope, userId, proof);
  const used =
    proof.kind === "app"
      ? await scope.db.$executeRaw`
          update authenticator_app set last_step = ${proof.step}
          where user_id = ${userId}::uuid and secret = ${proof.sealedSecret} and confirmed_at is not null
            and (last_step is null or last_step < ${proof.step})`
      : await scope.db.$executeRaw`
          update recovery_code set used_at = ${scope.now}
          where user_id = ${userId}::uuid and code_hash = ${proof.codeHash} and used_at is null`;
  if (used === 0) throw new DomainError("factor_code_used", {}, "code");
}

async function usePasskey(
  scope: IdentityScope,
  userId: string,
  { credentialId, counter, isBackedUp }: Extract<Proof, { kind: "passkey" }>,
): Promise<void> {
  const used = await scope.db.$executeRaw`
    update passkey set counter = ${counter}, is_backed_up = ${isBackedUp}, last_used_at = ${scope.now}
    where user_id = ${userId}::uuid and credential_id = ${credentialId}
      and (counter < ${counter}::bigint or (counter = 0 and ${counter}::bigint = 0))`;
  if (used === 0) throw new DomainError("passkey_wrong");
}

/** Begins to set up an app, or begins anew. Throws `factor_is_on`. The caller has locked the person's row. */
export async function beginApp(scope: IdentityScope, userId: string, sealedSecret: string): Promise<void> {
  const on = await scope.db.authenticatorApp.count({ where: { userId, confirmedAt: { not: null } } });
  if (on > 0) throw new DomainError("factor_is_on");
  const data = { secret: sealedSecret, confirmedAt: null, lastStep: null, createdAt: scope.now };
  await scope.db.authenticatorApp.upsert({ where: { userId }, create: { userId, ...data }, update: data });
}

/** Forgets an app that is being set up. */
export async function cancelApp(scope: IdentityScope, userId: string): Promise<void> {
  await scope.db.authenticatorApp.deleteMany({ where: { userId, confirmedAt: null } });
}

/** What turning the factor on takes. */
export interface TurnedOn {
  /** Secret of the session that goes on; */
  kept: string;
  /** hashes of the recovery codes, null if the factor was on before. */
  codeHashes: string[] | null;
}

/**
 * Turns the app on with its first code, see {@link turnOn}.
 * Throws `factor_ended` if it is no longer the app that is being set up.
 */
export async function confirmApp(
  scope: IdentityScope,
  userId: string,
  given: { sealedSecret: string; step: number } & TurnedOn,
): Promise<void> {
  await lockUser(scope, userId);
  const wasOn = await hasFactor(scope, userId);
  const { count } = await scope.db.authenticatorApp.updateMany({
    where: { userId, secret: given.sealedSecret, confirmedAt: null },
    data: { confirmedAt: scope.now, lastStep: given.step },
  });
  if (count === 0) throw new DomainError("factor_ended");
  await turnOn(scope, userId, wasOn, given);
}

/** Adds a passkey, see {@link turnOn}. Throws `passkey_known`, `passkey_limit`, `factor_ended`. */
export async function addPasskey(
  scope: IdentityScope,
  userId: string,
  passkey: NewPasskey,
  given: TurnedOn,
): Promise<void> {
  await lockUser(scope, userId);
  const wasOn = await hasFactor(scope, userId);
  await keepPasskey(scope, userId, passkey);
  await turnOn(scope, userId, wasOn, given);
}

/**
 * With the first passkey or app the factor is on: the recovery codes count, this session has given it, and all others
 * of the person end. Throws `factor_ended` if that has happened, or was taken back, in the meantime.
 */
async function turnOn(
  scope: IdentityScope,
  userId: string,
  wasOn: boolean,
  { kept, codeHashes }: TurnedOn,
): Promise<void> {
  if (wasOn !== (codeHashes === null)) throw new DomainError("factor_ended");
  if (codeHashes === null) return;
  await replaceRecoveryCodes(scope, userId, codeHashes);
  const idHash = hashSecret(kept);
  await scope.db.session.deleteMany({ where: { userId, idHash: { not: idHash } } });
  await scope.db.session.updateMany({ where: { userId, idHash }, data: { factorAt: scope.now } });
}

/** Makes all recovery codes of a person worthless but these. */
export async function replaceRecoveryCodes(scope: IdentityScope, userId: string, codeHashes: string[]): Promise<void> {
  await scope.db.recoveryCode.deleteMany({ where: { userId } });
  const rows = codeHashes.map((codeHash) => ({ userId, codeHash, createdAt: scope.now }));
  await scope.db.recoveryCode.createMany({ data: rows });
}

/**
 * Removes the app, or the passkey with this id. Returns whether something else is left; without it the recovery codes
 * go too, and the factor is off. The caller has locked the person's row. Throws `not_found`, `factor_required` (by an
 * organization they work for).
 */
export async function removeFactor(
  scope: IdentityScope,
  userId: string,
  { passkey }: { passkey: string | null },
): Promise<boolean> {
  const { count } = passkey
    ? await scope.db.passkey.deleteMany({ where: { userId, id: passkey } })
    : await scope.db.authenticatorApp.deleteMany({ where: { userId, confirmedAt: { not: null } } });
  if (count === 0) throw new DomainError("not_found");
  if (await hasFactor(scope, userId)) return true;
  const [asked] = await scope.db.$queryRaw<{ required: boolean }[]>`
    select exists (select 1 from app.memberships(${userId}::uuid) m where app.requires_factor(m.org_id)) as required`;
  if (asked!.required) throw new DomainError("factor_required");
  await scope.db.recoveryCode.deleteMany({ where: { userId } });
  return false;
}

/** Without letters and digits that look alike. */
const ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_LENGTH = 12;

/** New recovery codes, as they are shown: three groups of four. */
export function newRecoveryCodes(): string[] {
  const sign = () => ALPHABET[randomInt(ALPHABET.length)]!;
  const group = () => Array.from({ length: 4 }, sign).join("");
  return Array.from({ length: RECOVERY_CODES }, () => [group(), group(), group()].join("-"));
}

/** A code as it is checked, however it was typed: six digits of an app, or a recovery code; null for anything else. */
export function readCode(typed: string): { kind: "app" | "recovery"; code: string } | null {
  const code = typed.replace(/[\s-]/g, "").toUpperCase();
  if (/^\d{6}$/.test(code)) return { kind: "app", code };
  return code.length === CODE_LENGTH && [...code].every((sign) => ALPHABET.includes(sign))
    ? { kind: "recovery", code }
    : null;
}
