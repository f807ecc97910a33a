import type { Scope } from "../shared/scope";

/** The organisation of the scope. */
export async function readOrganization(scope: Scope) {
  return scope.db.organization.findFirstOrThrow({
    select: { name: true, timeZone: true, defaultCurrency: true, trialEndsAt: true },
  });
}
