import { dateFromDay, todayIn } from "../shared/dates";
import { DomainError } from "../shared/errors";
import type { Scope } from "../shared/scope";
import { subscriptionState, type WhilePaused } from "./subscription";

/** Returns whether the organization is paused (BIL-06). */
export async function isPaused(scope: Pick<Scope, "now" | "organization">): Promise<boolean> {
  return subscriptionState(await scope.organization(), scope.now).status === "expired";
}

/**
 * Rejects changes in a paused organization unless a reason is named. Every scope that may write calls this
 * (app/platform/db/database.server.ts). A reason costs no query.
 * Throws `organization_paused`, for affiliates `portal_paused`.
 */
export async function requireActive(
  scope: Pick<Scope, "actor" | "now" | "organization">,
  whilePaused?: WhilePaused,
): Promise<void> {
  if (whilePaused !== undefined) return;
  const { actor, now } = scope;
  const facts = await scope.organization();
  const state = subscriptionState(facts, now);
  if (state.status !== "expired") return;
  if (actor.kind === "affiliate") throw new DomainError("portal_paused", { organization: facts.name });
  const retainUntil = dateFromDay(todayIn(facts.timeZone, state.retainUntil)).getTime();
  throw new DomainError("organization_paused", { kept_until: retainUntil });
}
