import { DomainError } from "../shared/errors";
import type { IdentityScope } from "../shared/scope";
import { lockUser } from "./lock-user.server";
import { hasFactor, useProof, type Proof } from "./second-factor.server";
import { hashSecret } from "./secret.server";
import { startSession, type Door, type SessionRequest } from "./session.server";

/** Somebody who has given their password or used a link, and still has to give their second factor. */
export interface Pending {
  userId: string;
  door: Door;
  orgId: string | null;
  affiliateOrgId: string | null;
  /** Stands for the password at that time: another one ends what is pending. */
  password: string;
}

/** The secret of a session that has begun, or what is pending before one can begin. */
export type Begun = { secret: string } | { pending: Pending };

/**
 * Starts a session of somebody who has given their password or used a link, unless a second factor is asked for first.
 * The caller has locked the person's row.
 */
export async function beginSession(scope: IdentityScope, request: SessionRequest): Promise<Begun> {
  const { userId, door, orgId = null, affiliateOrgId = null, handedOut } = request;
  // A link that staff handed out opens a portal only, of somebody who never had a password.
  if (handedOut || !(await hasFactor(scope, userId))) return { secret: await startSession(scope, request) };
  const user = await lockUser(scope, userId);
  return { pending: { userId, door, orgId, affiliateOrgId, password: markOf(user?.passwordHash ?? null) } };
}

/**
 * Starts the session of somebody who has given their second factor too; returns its secret.
 * Throws `factor_ended` (another password was set since), `factor_code_used`.
 */
export async function endPending(
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
 * Starts the session of somebody who has given a passkey alone, which shows that the person is there and was recognized
 * by their device: both factors in one. Returns its secret. Throws `passkey_unknown`, `passkey_wrong`.
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
