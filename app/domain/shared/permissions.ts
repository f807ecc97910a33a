import { DomainError } from "./errors";
import { asksProof, type GuardedAction } from "./proofs";
import type { Actor, Scope } from "./scope";

/**
 * Returns the rights of an actor in the staff area. A new kind of actor does not compile until it is handled here, and
 * has no rights.
 */
function standingOf(actor: Actor): "owner" | "staff" | null {
  switch (actor.kind) {
    case "member":
      if (actor.role === "owner") return "owner";
      return actor.role === "member" ? "staff" : null;
    case "job":
    case "operator":
      return "owner";
    // An API key cannot create keys, invite members or pay a subscription.
    case "api_key":
      return "staff";
    case "affiliate":
      return null;
    default:
      actor satisfies never;
      return null;
  }
}

/**
 * Allows staff, operators and jobs of the organization.
 * Throws `forbidden` for all other actors.
 */
export function requireStaff({ actor }: Scope): void {
  if (!standingOf(actor)) throw new DomainError("forbidden");
}

/**
 * Allows owners, operators and jobs of the organization.
 * Throws `forbidden` for all other actors.
 */
export function requireOwner({ actor }: Scope): void {
  if (standingOf(actor) !== "owner") throw new DomainError("forbidden");
}

/**
 * Checks the re-authentication that an action requires. Operators and jobs of the organization need none.
 * Throws `proof_required`, and `forbidden` for API keys and affiliates, who cannot re-authenticate. A key may load
 * documents if the owner who created it has allowed that, after re-authentication.
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
      if (action === "document.load" && actor.readsDocuments) return;
      throw new DomainError("forbidden");
    case "affiliate":
      throw new DomainError("forbidden");
    default:
      actor satisfies never;
      throw new DomainError("forbidden");
  }
}

/** Returns the id of the acting user for `created_by` columns; null for jobs, operators and API keys. */
export function actingUser({ actor }: Scope): string | null {
  return actor.kind === "member" || actor.kind === "affiliate" ? actor.userId : null;
}

/**
 * Returns the id of the acting affiliate.
 * Throws `forbidden` for all other actors.
 */
export function actingAffiliate({ actor }: Scope): string {
  if (actor.kind !== "affiliate") throw new DomainError("forbidden");
  return actor.affiliateId;
}
