import { DomainError } from "./errors";
import { asksProof, type GuardedAction } from "./proofs";
import type { Actor, Scope } from "./scope";

/**
 * The rights of an actor in the agency's own area. A new kind of actor does not compile until it is decided here, and
 * has no rights until then.
 */
function standingOf(actor: Actor): "owner" | "staff" | null {
  switch (actor.kind) {
    case "member":
      if (actor.role === "owner") return "owner";
      return actor.role === "member" ? "staff" : null;
    case "job":
    case "operator":
      return "owner";
    // A key makes no keys, invites nobody and pays no subscription.
    case "api_key":
      return "staff";
    case "affiliate":
      return null;
    default:
      actor satisfies never;
      return null;
  }
}

/** Allows staff, operators and jobs of the organization. Throws `forbidden` for everybody else. */
export function requireStaff({ actor }: Scope): void {
  if (!standingOf(actor)) throw new DomainError("forbidden");
}

/** Allows the owner, operators and jobs of the organization. Throws `forbidden` for everybody else. */
export function requireOwner({ actor }: Scope): void {
  if (standingOf(actor) !== "owner") throw new DomainError("forbidden");
}

/**
 * Allows an action that asks for a recent proof to people who have given it, and to operators and jobs of the
 * organization; all other actions to everybody. Throws `proof_required`, and `forbidden` for keys of the API and
 * affiliates, who have nothing to show.
 */
export function requireProof({ actor }: Pick<Scope, "actor">, action: GuardedAction): void {
  if (!asksProof(action)) return;
  switch (actor.kind) {
    case "member":
      if (!actor.isProven) throw new DomainError("proof_required");
      return;
    case "job":
    case "operator":
      return;
    case "api_key":
    case "affiliate":
      throw new DomainError("forbidden");
    default:
      actor satisfies never;
      throw new DomainError("forbidden");
  }
}

/** The id of the acting person, for `created_by` columns; null for jobs and operators. */
export function actingUser({ actor }: Scope): string | null {
  return actor.kind === "member" || actor.kind === "affiliate" ? actor.userId : null;
}

/** The id of the acting affiliate. Throws `forbidden` for everybody else. */
export function actingAffiliate({ actor }: Scope): string {
  if (actor.kind !== "affiliate") throw new DomainError("forbidden");
  return actor.affiliateId;
}
