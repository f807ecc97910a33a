import { ensureUser } from "~/domain/identity/ensure-user.server";
import { issueLink } from "~/domain/identity/issue-link.server";
import { redeemLink } from "~/domain/identity/redeem-link.server";
import { signUp } from "~/domain/identity/sign-up.server";
import type { IdentityScope } from "~/domain/shared/scope";
import type { Database } from "~/platform/db/database.server";
import type { DemoPerson, DemoStory } from "./story";

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Everybody in the stories, with their ids by address. Staff have signed up and confirmed their address; affiliates who
 * have been in the portal have confirmed theirs. Who is there already stays as they are.
 */
export async function createPeople(
  database: Database,
  stories: DemoStory[],
  passwordHash: string,
): Promise<Map<string, string>> {
  return database.withIdentity(async (scope) => {
    const ids = new Map<string, string>();
    const add = async (person: DemoPerson, daysAgo: number, confirmed: boolean, hash?: string) => {
      if (ids.has(person.email)) return;
      const now = new Date(scope.now.getTime() - daysAgo * DAY_MS);
      ids.set(person.email, await createPerson({ ...scope, now }, person, confirmed, hash));
    };
    for (const { owner, members, affiliates, founded } of stories) {
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
  // The secret that a mail would carry is caught on its way; no mail is sent.
  const quiet = { ...scope, seal: (text: string) => (secret = text), enqueue: () => Promise.resolve() };
  const { id, emailConfirmedAt } = await ensureUser(scope, person);
  if (!confirmed || emailConfirmedAt) return id;
  if (passwordHash) await signUp(quiet, { ...person, passwordHash, language: person.language ?? null });
  else await issueLink(quiet, { purpose: "sign-in", userId: id });
  await redeemLink(scope, secret);
  return id;
}
