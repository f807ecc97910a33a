import { dateFromDay, todayIn } from "../shared/dates";
import { DomainError } from "../shared/errors";
import type { Scope } from "../shared/scope";
import { subscriptionState } from "./subscription";

/**
 * What may be changed while an organisation is paused (BIL-06). Whoever opens a scope to change something names one of
 * these, or is refused. Nothing else may be added without a reason as good as these.
 */
export type WhilePaused =
  /** The trial and the subscription themselves. */
  | "subscription"
  /** What is a person's own: their language, their mails, leaving the organisation. */
  | "own_account"
  /** Signing in for the first time. */
  | "sign_in"
  /** What only says who has seen what: notices that are read, the portal as an affiliate sees it, lists exported. */
  | "looking"
  /** Access is taken away: a key of the API is revoked. */
  | "ending_access"
  /** What was caused before the pause still goes out: notices, mails, webhooks; an import that was begun ends. */
  | "earlier_events"
  /** The organisation is being founded. */
  | "founding"
  /** A person is erased, which they have a right to. */
  | "erasure"
  /** Its data are being deleted, or somebody is warned of that. */
  | "deletion";

/** Whether the organisation is paused (BIL-06). */
export async function isPaused(scope: Pick<Scope, "now" | "organization">): Promise<boolean> {
  return subscriptionState(await scope.organization(), scope.now).status === "expired";
}

/**
 * Refuses to change anything in an organisation that is paused, unless a reason is named. Every scope that may write
 * passes here (app/platform/db/database.server.ts), whichever use case it is for. A reason costs no query. Throws
 * `organization_paused`, for affiliates `portal_paused`.
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
  const keptUntil = dateFromDay(todayIn(facts.timeZone, state.keptUntil)).getTime();
  throw new DomainError("organization_paused", { kept_until: keptUntil });
}
