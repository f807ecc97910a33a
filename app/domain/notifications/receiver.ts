import { DomainError } from "../shared/errors";
import type { Scope } from "../shared/scope";

/** Whose notices the acting person reads. Throws `forbidden` for jobs and operators, who get none. */
export function actingReceiver({ actor }: Scope): { affiliateId: string } | { userId: string } {
  if (actor.kind === "affiliate") return { affiliateId: actor.affiliateId };
  if (actor.kind === "member") return { userId: actor.userId };
  throw new DomainError("forbidden");
}
