import { randomInt } from "node:crypto";
import { DomainError } from "../shared/errors";
import type { IdentityScope } from "../shared/scope";
import { lockUser } from "./lock-user.server";
import { storePasskey, listPasskeys, type NewPasskey, type OwnPasskey, type PasskeyKey } from "./passkeys.server";
import { hashSecret } from "./secret.server";

// The second factor of a user: passkeys, an authenticator app, and recovery codes for when they are lost. Slow hashes
// and the check of a code or signature run outside the transaction. Inside it, the database ensures that each is used
// once.

export const RECOVERY_CODES = 10;

/** The stored data that a code is checked against. */
export interface FactorFacts {
  /** The app; unconfirmed during setup. */
  app: { sealedSecret: string; isConfirmed: boolean; since: Date } | null;
  recovery: { left: number; /** Any of the hashes; all have the same salt. */ sample: string | null };
  passkeys: (OwnPasskey & PasskeyKey)[];
}

/** Returns whether 2FA is enabled; recovery codes alone do not enable it. */
export const isOn = ({ app, passkeys }: Pick<FactorFacts, "app" | "passkeys">): boolean =>
  Boolean(app?.isConfirmed) || passkeys.length > 0;

/** A verified code or passkey response that is not used up yet. */
export type Proof =
  | { kind: "passkey"; credentialId: string; counter: number; isBackedUp: boolean }
  | { kind: "app"; /** Compared with the stored secret again. */ sealedSecret: string; step: number }
  | { kind: "recovery"; codeHash: string };

/** Reads the second factor of a user. */
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

/** Returns whether a user has a second factor, so that other credentials alone do not sign them in. */
export async function hasFactor(scope: IdentityScope, userId: string): Promise<boolean> {
  const [row] = await scope.db.$queryRaw<{ has: boolean }[]>`
    select exists (select 1 from authenticator_app f where f.user_id = ${userId}::uuid and f.confirmed_at is not null)
        or exists (select 1 from passkey p where p.user_id = ${userId}::uuid) as has`;
  return row!.has;
}

/**
 * Uses up a verified factor. One of several concurrent uses succeeds, and an app's code is rejected if a code of the
 * same or a later time was used. For a passkey, whose challenge is already used up, it records the use; the passkey's
 * counter must have grown unless it is always 0.
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

/**
 * Starts or restarts the setup of an app. The caller has locked the user's row.
 * Throws `factor_is_on`.
 */
export async function beginApp(scope: IdentityScope, userId: string, sealedSecret: string): Promise<void> {
  const on = await scope.db.authenticatorApp.count({ where: { userId, confirmedAt: { not: null } } });
  if (on > 0) throw new DomainError("factor_is_on");
  const data = { secret: sealedSecret, confirmedAt: null, lastStep: null, createdAt: scope.now };
  await scope.db.authenticatorApp.upsert({ where: { userId }, create: { userId, ...data }, update: data });
}

/** Deletes an app that is being set up. */
export async function cancelApp(scope: IdentityScope, userId: string): Promise<void> {
  await scope.db.authenticatorApp.deleteMany({ where: { userId, confirmedAt: null } });
}

/** Input for enabling 2FA. */
export interface TurnedOn {
  /** Secret of the session that continues. */
  kept: string;
  /** Hashes of the recovery codes; null if 2FA was enabled before. */
  codeHashes: string[] | null;
}

/**
 * Confirms the app with its first code; see {@link turnOn}.
 * Throws `factor_ended` if another app is being set up now.
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

/**
 * Adds a passkey; see {@link turnOn}.
 * Throws `passkey_known`, `passkey_limit`, `factor_ended`.
 */
export async function addPasskey(
  scope: IdentityScope,
  userId: string,
  passkey: NewPasskey,
  given: TurnedOn,
): Promise<void> {
  await lockUser(scope, userId);
  const wasOn = await hasFactor(scope, userId);
  await storePasskey(scope, userId, passkey);
  await turnOn(scope, userId, wasOn, given);
}

/**
 * Enables 2FA with the first passkey or app: stores the recovery codes, marks this session as verified and ends all
 * other sessions of the user.
 * Throws `factor_ended` if 2FA was enabled or disabled in the meantime.
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

/** Replaces all recovery codes of a user. */
export async function replaceRecoveryCodes(scope: IdentityScope, userId: string, codeHashes: string[]): Promise<void> {
  await scope.db.recoveryCode.deleteMany({ where: { userId } });
  const rows = codeHashes.map((codeHash) => ({ userId, codeHash, createdAt: scope.now }));
  await scope.db.recoveryCode.createMany({ data: rows });
}

/**
 * Removes the app, or the passkey with this id, and returns whether another factor remains. Without one, the recovery
 * codes are deleted too and 2FA is disabled. The caller has locked the user's row.
 * Throws `not_found`, `factor_required` (by one of the user's organizations).
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

/** Excludes letters and digits that look alike. */
const ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_LENGTH = 12;

/** Generates recovery codes as displayed: three groups of four. */
export function newRecoveryCodes(): string[] {
  const sign = () => ALPHABET[randomInt(ALPHABET.length)]!;
  const group = () => Array.from({ length: 4 }, sign).join("");
  return Array.from({ length: RECOVERY_CODES }, () => [group(), group(), group()].join("-"));
}

/** Normalizes an entered code: six digits of an app, or a recovery code. Null for any other text. */
export function readCode(typed: string): { kind: "app" | "recovery"; code: string } | null {
  const code = typed.replace(/[\s-]/g, "").toUpperCase();
  if (/^\d{6}$/.test(code)) return { kind: "app", code };
  return code.length === CODE_LENGTH && [...code].every((sign) => ALPHABET.includes(sign))
    ? { kind: "recovery", code }
    : null;
}
