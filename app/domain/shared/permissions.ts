import { DomainError } from "./errors";
import type { Scope } from "./scope";

/** Staff, an operator or a job of the organisation. Throws `forbidden` for affiliates. */
export function requireStaff({ actor }: Scope): void {
  if (actor.kind === "affiliate") throw new DomainError("forbidden");
}

/** The owner, an operator or a job of the organisation. Throws `forbidden` for other members and for affiliates. */
export function requireOwner({ actor }: Scope): void {
  if (actor.kind === "affiliate" || (actor.kind === "member" && actor.role !== "owner"))
    throw new DomainError("forbidden");
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
