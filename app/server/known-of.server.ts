import { inspectLink } from "~/domain/identity/inspect-link.server";
import { organizationsOf } from "~/domain/identity/own-organizations.server";
import { database } from "./app-context.server";
import type { KnownOf } from "./new-password.server";
import { namesOfOrganizations } from "./special-scopes.server";

/** Returns public facts about the user who chooses a password behind a link. Throws what inspectLink throws. */
export async function knownOfLink(secret: string): Promise<KnownOf> {
  const { name, email, orgIds } = await database().withIdentity(async (scope) => {
    const link = await inspectLink(scope, secret);
    return { ...link, orgIds: link.userId ? await organizationsOf(scope, link.userId) : [] };
  });
  return { name, email, organizations: await namesOfOrganizations(orgIds) };
}
