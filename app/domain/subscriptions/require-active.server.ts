import { dateFromDay, todayIn } from "../shared/dates";
import { DomainError } from "../shared/errors";
import type { Scope } from "../shared/scope";
import { isAllowedWhileClosed, subscriptionState, type WhilePaused } from "./subscription";

/** Returns whether the organization is paused (BIL-06). */
export async function isPaused(scope: Pick<Scope, "now" | "organization">): Promise<boolean> {
  return subscriptionState(await scope.organization(), scope.now).status === "expired";
}

/**
 * Rejects everything in a closed organization (WORK-13), also reading. Jobs and operators are allowed to read.
 * Throws `organization_closed`, for affiliates `portal_closed`.
 */
export async function requireOpen(scope: Pick<Scope, "actor" | "organization">): Promise<void> {
  const { actor } = scope;
  if (actor.kind === "job" || actor.kind === "operator") return;
  await rejectClosed(scope);
}

async function rejectClosed({ actor, organization }: Pick<Scope, "actor" | "organization">): Promise<void> {
  const facts = await organization();
  if (!facts.closedAt) return;
  if (actor.kind === "affiliate") throw new DomainError("portal_closed", { organization: facts.name });
  throw new DomainError("organization_closed");
}

/**
 * Rejects changes in a closed or paused organization unless a reason is named. Every scope that may write calls this
 * (app/platform/db/database.server.ts).
 * Throws `organization_paused`, `organization_closed`, for affiliates `portal_paused`, `portal_closed`.
 */
export async function requireActive(
  scope: Pick<Scope, "actor" | "now" | "organization">,
  whilePaused?: WhilePaused,
): Promise<void> {
  const { actor, now } = scope;
  const buysClosed = whilePaused === "subscription" && actor.kind === "member";
  if (isAllowedWhileClosed(whilePaused) && !buysClosed) return;
  await rejectClosed(scope);
  if (whilePaused !== undefined) return;
  const facts = await scope.organization();
  const state = subscriptionState(facts, now);
  if (state.status !== "expired") return;
  if (actor.kind === "affiliate") throw new DomainError("portal_paused", { organization: facts.name });
  const retainUntil = dateFromDay(todayIn(facts.timeZone, state.retainUntil)).getTime();
  throw new DomainError("organization_paused", { kept_until: retainUntil });
}
