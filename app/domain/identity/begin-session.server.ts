import { DomainError } from "../shared/errors";
import type { IdentityScope } from "../shared/scope";
import { lockUser } from "./lock-user.server";
import { hasFactor, useProof, type Proof } from "./second-factor.server";
import { hashSecret } from "./secret.server";
import { startSession, type Door, type SessionRequest } from "./session.server";

/** A sign-in by password or link that still needs the second factor. */
export interface Pending {
  userId: string;
  door: Door;
  orgId: string | null;
  affiliateOrgId: string | null;
  /** Hash of the password at that time; setting another password invalidates the pending sign-in. */
  password: string;
}

/** The secret of a new session, or the pending sign-in that precedes it. */
export type Begun = { secret: string } | { pending: Pending };

/**
 * Starts a session after a password or link, unless a second factor is required first. The caller has locked the user's
 * row.
 */
export async function beginSession(scope: IdentityScope, request: SessionRequest): Promise<Begun> {
  const { userId, door, orgId = null, affiliateOrgId = null, handedOut } = request;
  // A manual link opens only a portal, and only for a user without a password, so it needs no second factor.
  if (handedOut || !(await hasFactor(scope, userId))) return { secret: await startSession(scope, request) };
  const user = await lockUser(scope, userId);
  return { pending: { userId, door, orgId, affiliateOrgId, password: markOf(user?.passwordHash ?? null) } };
}

/**
 * Starts the session after the second factor and returns its secret.
 * Throws `factor_ended` (another password was set since), `factor_code_used`.
 */
export async function completeSignIn(
  scope: IdentityScope,
  pending: Pending,
  proof: Proof,
  browser: Pick<SessionRequest, "userAgent" | "ip">,
): Promise<{ secret: string; languagePreference: string | null }> {
  const { userId, door, orgId, affiliateOrgId, password } = pending;
  const user = await lockUser(scope, userId);
  if (!user || markOf(user.passwordHash) !== password) throw new DomainError("factor_ended");
  await useProof(scope, userId, proof);
  const secret = await startSession(scope, {
    userId,
    door,
    orgId,
    affiliateOrgId,
    ...browser,
    factorAt: scope.now,
  });
  return { secret, languagePreference: user.languagePreference };
}

/**
 * Starts a session with a passkey alone and returns its secret. A passkey with user verification counts as both
 * factors.
 * Throws `passkey_unknown`, `passkey_wrong`.
 */
export async function startPasskeySession(
  scope: IdentityScope,
  userId: string,
  proof: Proof & { kind: "passkey" },
  browser: Pick<SessionRequest, "userAgent" | "ip">,
): Promise<{ secret: string; languagePreference: string | null }> {
  const user = await lockUser(scope, userId);
  if (!user?.emailConfirmedAt) throw new DomainError("passkey_unknown");
  await useProof(scope, userId, proof);
  const secret = await startSession(scope, { userId, door: "staff", ...browser, factorAt: scope.now });
  return { secret, languagePreference: user.languagePreference };
}

const markOf = (passwordHash: string | null) => hashSecret(`pending ${passwordHash ?? ""}`);
