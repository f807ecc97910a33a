import { parseWithZod } from "@conform-to/zod/v4";
import { passwordCandidates } from "~/domain/identity/check-password.server";
import { proofFields, proofSchema, type Shown } from "~/domain/identity/identity.schema";
import { lockUser } from "~/domain/identity/lock-user.server";
import { hasFactor, isOn, readFactor, useProof } from "~/domain/identity/second-factor.server";
import { hashSecret } from "~/domain/identity/secret.server";
import { recordProof, type CurrentUser } from "~/domain/identity/session.server";
import { DomainError } from "~/domain/shared/errors";
import { asksProof, provenUntil, type AccountAction } from "~/domain/shared/proofs";
import type { IdentityScope } from "~/domain/shared/scope";
import { verifyPassword } from "~/platform/passwords.server";
import { database } from "./app-context.server";
import { countAttempt, refundAttempt } from "./rate-limits.server";
import { proofOf } from "./factor.server";
import { recordFailedFactor } from "./failed-factor.server";
import { requireAccount } from "./open-scope.server";
import { passkeyProof } from "./passkey.server";
import { currentSecret, clearCurrentUser, type RequestContext } from "./session.server";

// An action that gives power or data requires a recent re-authentication, so that an attacker at the screen or with the
// cookie cannot do it. app/domain/shared/proofs.ts lists the actions. A proof counts for some minutes, in this session
// only.

/**
 * What a user can re-authenticate with: the password, or a second factor. A user with neither gets an email to set a
 * password.
 */
export type Proofs = Record<"password" | "code" | "passkey", boolean>;

/**
 * Returns the proofs that a form must request from the signed-in user before such an action; null if they have
 * re-authenticated recently.
 */
export async function askedProofs(args: RequestContext): Promise<Proofs | null> {
  const user = await requireAccount(args);
  return isProven(user) ? null : proofsOf(user);
}

/** Returns when the user's re-authentication expires; null when a new one is required. */
export const provenTill = ({ provenAt }: Pick<CurrentUser, "provenAt">): Date | null =>
  provenUntil(provenAt, database().now());

const isProven = (user: CurrentUser) => provenTill(user) !== null;

/**
 * Returns the signed-in user, for an action on their own account. Throws `proof_required` if the action requires
 * re-authentication.
 */
export async function requireProven(args: RequestContext, action: AccountAction): Promise<CurrentUser> {
  const user = await requireAccount(args);
  if (asksProof(action) && !isProven(user)) throw new DomainError("proof_required");
  return user;
}

async function proofsOf(user: CurrentUser): Promise<Proofs> {
  const { facts, account } = await database().withIdentity(async (scope) => ({
    facts: await readFactor(scope, user.id),
    account: (await passwordCandidates(scope, user.email)).account,
  }));
  if (!isOn(facts)) return { password: account !== null, code: false, passkey: false };
  return {
    password: false,
    code: Boolean(facts.app?.isConfirmed) || facts.recovery.left > 0,
    passkey: facts.passkeys.length > 0,
  };
}

/**
 * Verifies the proof of the signed-in user: their second factor, or the password if they have none. The proof is used
 * up, and counts for this session from now on. Throws `password_wrong` (field password), `factor_code_wrong`,
 * `factor_code_used`, `factor_ended`, `passkey_ended`, `passkey_unknown`, `passkey_wrong`, `too_many_attempts`.
 */
export async function prove(args: RequestContext, shown: Shown): Promise<void> {
  const user = await requireAccount(args);
  const secret = await currentSecret(args.request);
  const facts = await database().withIdentity((scope) => readFactor(scope, user.id));
  const note = (use: (scope: IdentityScope) => Promise<void>) =>
    database().withIdentity(async (scope) => {
      await lockUser(scope, user.id);
      await use(scope);
      await recordProof(scope, secret);
    });
  if (!isOn(facts)) {
    await confirmPassword(args, user, shown.password ?? "");
    await note(async (scope) => {
      if (await hasFactor(scope, user.id)) throw new DomainError("factor_ended");
    });
  } else {
    await limitedFactor(args, async () => {
      const proof =
        shown.proof === "passkey"
          ? (await passkeyProof(args, shown.passkey ?? "", user.id)).proof
          : await proofOf(user.id, shown.code ?? "", facts);
      await note((scope) => useProof(scope, user.id, proof));
    });
  }
  // The rest of this request runs re-authenticated.
  clearCurrentUser(args);
}

/**
 * Verifies the proof in a form, if its fields (proof-fields.tsx) exist and are filled in, and removes them. Throws what
 * {@link prove} throws.
 */
export async function takeShown(args: RequestContext, form: FormData): Promise<void> {
  const submission = parseWithZod(form, { schema: proofSchema });
  if (submission.status !== "success") return;
  await prove(args, submission.value);
  for (const name of Object.keys(proofFields)) form.delete(name);
}

/** Returns a domain error, placed at the empty proof field of the form if the proof is missing. */
export function atProof(form: FormData, refusal: unknown): unknown {
  const field = form.get("proof");
  if (!(refusal instanceof DomainError) || refusal.code !== "proof_required") return refusal;
  return field === "password" || field === "code" ? new DomainError("proof_required", {}, field) : refusal;
}

async function confirmPassword(args: RequestContext, user: CurrentUser, password: string): Promise<void> {
  const session = hashSecret(await currentSecret(args.request));
  await countAttempt(args, "confirm-person", session);
  const { account } = await database().withIdentity((scope) => passwordCandidates(scope, user.email));
  if (!(await verifyPassword(account?.passwordHash ?? null, password))) {
    throw new DomainError("password_wrong", {}, "password");
  }
  await refundAttempt(args, "confirm-person", session);
}

/** Counts the signed-in user's attempts at codes and passkeys, on all forms together; only failures count. */
export async function limitedFactor<T>(args: RequestContext, use: (user: CurrentUser) => Promise<T>): Promise<T> {
  const user = await requireAccount(args);
  try {
    await countAttempt(args, "factor", user.id);
    const result = await use(user);
    await refundAttempt(args, "factor", user.id);
    return result;
  } catch (refusal) {
    if (refusal instanceof DomainError) await recordFailedFactor(args, user.id, refusal.code);
    throw refusal;
  }
}
