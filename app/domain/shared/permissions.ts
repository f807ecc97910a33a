import { DomainError } from "./errors";
import type { Actor, Scope } from "./scope";

/**
 * What an actor may do in the organisation. Every kind is decided here: one that is added without a decision does not
 * compile, and may do nothing.
 */
function standingOf(actor: Actor): "owner" | "staff" | "affiliate" | "none" {
  switch (actor.kind) {
    case "member":
      if (actor.role === "owner") return "owner";
      return actor.role === "member" ? "staff" : "none";
    case "affiliate":
      return "affiliate";
    case "job":
    case "operator":
      return "owner";
    default:
      actor satisfies never;
      return "none";
  }
}

/** Staff, an operator or a job of the organisation. Throws `forbidden` for everybody else. */
export function requireStaff({ actor }: Scope): void {
  const standing = standingOf(actor);
  if (standing !== "owner" && standing !== "staff") throw new DomainError("forbidden");
}

/** The owner, an operator or a job of the organisation. Throws `forbidden` for everybody else. */
export function requireOwner({ actor }: Scope): void {
  if (standingOf(actor) !== "owner") throw new DomainError("forbidden");
}

/** The id of the person who acts, for `created_by` columns; null for jobs and operators. */
export function actingUser({ actor }: Scope): string | null {
  return actor.kind === "member" || actor.kind === "affiliate" ? actor.userId : null;
}

/** The id of the affiliate who acts, in their portal. Throws `forbidden` for everybody else. */
export function actingAffiliate({ actor }: Scope): string {
  if (actor.kind !== "affiliate") throw new DomainError("forbidden");
  return actor.affiliateId;
}
