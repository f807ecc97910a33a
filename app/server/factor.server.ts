import { newRecoveryCodes, readCode, type FactorFacts, type Proof } from "~/domain/identity/second-factor.server";
import { DomainError } from "~/domain/shared/errors";
import { hashWithSharedSalt } from "~/platform/passwords.server";
import { createSealer } from "~/platform/seal.server";
import { totpStep } from "~/platform/totp.server";
import { sessionSecret } from "./app-context.server";

// Checks of a second factor that are slow or need the application's secret; they run outside of any transaction.

/** Seals an app's secret for its user; it cannot be unsealed for another one. */
export const sealTotp = (userId: string, secret: string): string =>
  createSealer(sessionSecret()).seal(`totp ${userId} ${secret}`);

export function unsealTotp(userId: string, sealed: string): string {
  const [kind, owner, secret] = createSealer(sessionSecret()).unseal(sealed).split(" ");
  if (kind !== "totp" || owner !== userId || !secret) throw new Error("not the secret of this user's app");
  return secret;
}

/** Verifies a code of the app or a recovery code and returns the proof. Throws `factor_code_wrong`. */
export async function proofOf(userId: string, typed: string, facts: FactorFacts): Promise<Proof> {
  const read = readCode(typed);
  if (read?.kind === "app" && facts.app?.isConfirmed) return appProof(userId, read.code, facts.app);
  if (read?.kind === "recovery" && facts.recovery.sample) {
    const [codeHash] = await hashWithSharedSalt([read.code], facts.recovery.sample);
    return { kind: "recovery", codeHash: codeHash! };
  }
  throw wrong();
}

/** Verifies a code of an app, confirmed or being set up, and returns the proof. Throws `factor_code_wrong`. */
export function appProof(userId: string, code: string, { sealedSecret }: NonNullable<FactorFacts["app"]>) {
  const digits = readCode(code);
  const step = digits?.kind === "app" ? totpStep(unsealTotp(userId, sealedSecret), digits.code, new Date()) : null;
  if (step === null) throw wrong();
  return { kind: "app" as const, sealedSecret, step };
}

/** Returns new recovery codes as they are shown, and their hashes. */
export async function makeRecoveryCodes(): Promise<{ codes: string[]; codeHashes: string[] }> {
  const codes = newRecoveryCodes();
  return { codes, codeHashes: await hashWithSharedSalt(codes.map((code) => readCode(code)!.code)) };
}

const wrong = () => new DomainError("factor_code_wrong", {}, "code");
