import { DomainError } from "../shared/errors";
import type { Scope } from "../shared/scope";

/**
 * Returns the receiver of the acting user's notifications. Throws `forbidden` for jobs and operators, who receive none.
 */
export function actingReceiver({ actor }: Scope): { affiliateId: string } | { userId: string } {
  if (actor.kind === "affiliate") return { affiliateId: actor.affiliateId };
  if (actor.kind === "member") return { userId: actor.userId };
  throw new DomainError("forbidden");
}
