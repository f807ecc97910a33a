import type { OrganizationFacts, Scope } from "../shared/scope";

/** The organisation of the scope. */
export function readOrganization(scope: Scope): Promise<OrganizationFacts> {
  return scope.organization();
}
