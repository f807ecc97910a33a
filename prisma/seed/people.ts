import { DAY_MS } from "~/domain/shared/dates";
import { ensureUser } from "~/domain/identity/ensure-user.server";
import { issueLink } from "~/domain/identity/issue-link.server";
import { redeemLink } from "~/domain/identity/redeem-link.server";
import { signUp } from "~/domain/identity/sign-up.server";
import type { IdentityScope } from "~/domain/shared/scope";
import type { Database } from "~/platform/db/database.server";
import type { DemoPerson, DemoOrganization } from "./demo-organization";

/**
 * Adds all people of the demo organizations. Staff and affiliates who have used the portal get a confirmed address.
 * Existing users stay unchanged.
 *
 * @returns ids by address.
 */
export async function createPeople(
  database: Database,
  organizations: DemoOrganization[],
  passwordHash: string,
): Promise<Map<string, string>> {
  return database.withIdentity(async (scope) => {
    const ids = new Map<string, string>();
    const add = async (person: DemoPerson, daysAgo: number, confirmed: boolean, hash?: string) => {
      if (ids.has(person.email)) return;
      const now = new Date(scope.now.getTime() - daysAgo * DAY_MS);
      ids.set(person.email, await createPerson({ ...scope, now }, person, confirmed, hash));
    };
    for (const { owner, members, affiliates, founded } of organizations) {
      for (const person of [owner, ...members]) await add(person, founded, true, passwordHash);
      for (const { person, joined, invited } of affiliates) await add(person, joined, !invited);
    }
    return ids;
  });
}

async function createPerson(
  scope: IdentityScope,
  person: DemoPerson,
  confirmed: boolean,
  passwordHash?: string,
): Promise<string> {
  let secret = "";
  // Sends no email, but captures the secret to redeem the link.
  const quiet = {
    ...scope,
    seal: (text: string) => (secret = text),
    enqueue: () => Promise.resolve(),
    enqueueAll: () => Promise.resolve(),
  };
  const { id, emailConfirmedAt } = await ensureUser(scope, person);
  if (!confirmed || emailConfirmedAt) return id;
  if (passwordHash) await signUp(quiet, { ...person, passwordHash, language: person.language ?? null, browser: null });
  else await issueLink(quiet, { purpose: "sign-in", userId: id });
  await redeemLink(scope, secret, passwordHash ? { newPasswordHash: passwordHash } : {});
  return id;
}
