import { ensureUser } from "~/domain/identity/ensure-user.server";
import { issueLink, type LinkRequest } from "~/domain/identity/issue-link.server";
import { redeemLink } from "~/domain/identity/redeem-link.server";
import { startSession, type Door } from "~/domain/identity/session.server";
import { signUp, type SignUpRequest } from "~/domain/identity/sign-up.server";
import type { IdentityScope } from "~/domain/shared/scope";
import type { Database } from "~/platform/db/database.server";

export type TestDoor = Pick<Database, "withOrg" | "withIdentity">;

export interface Person {
  userId: string;
  email: string;
  name: string;
}

let count = 0;

/** Returns a number that is unique in this test file, for addresses and names. */
export const nextNumber = (): number => ++count;

/** Issues a one-time link and returns its secret; no email is queued. */
export async function linkSecret(scope: IdentityScope, request: LinkRequest): Promise<string> {
  return caught(scope, (quiet) => issueLink(quiet, request));
}

/** Signs up and returns the secret of the confirmation link; no email is queued. */
export function signUpSecret(scope: IdentityScope, request: Partial<SignUpRequest> = {}): Promise<string> {
  const number = nextNumber();
  const { email = `visitor-${number}@example.com`, name = `Visitor ${number}` } = request;
  const { passwordHash = "hash", language = "en" } = request;
  const { browser = null } = request;
  return caught(scope, (quiet) => signUp(quiet, { email, name, passwordHash, language, browser }));
}

async function caught(scope: IdentityScope, use: (quiet: IdentityScope) => Promise<unknown>): Promise<string> {
  let secret = "";
  await use({ ...scope, seal: (text) => (secret = text), enqueue: async () => {} });
  return secret;
}

/** Creates a user with a confirmed address and without a password, who used a sign-in link. */
export async function createUser(
  db: TestDoor,
  person: { email?: string; name?: string; language?: string } = {},
): Promise<Person> {
  const number = nextNumber();
  const { email = `person-${number}@example.com`, name = `Person ${number}`, language } = person;
  return db.withIdentity(async (scope) => {
    const user = await ensureUser(scope, { email, name, ...(language && { language }) });
    await redeemLink(scope, await linkSecret(scope, { purpose: "sign-in", userId: user.id }));
    return { userId: user.id, email, name };
  });
}

/** Signs a user in. Returns the session secret of the cookie. `isProven: false` makes all their sessions old. */
export function signIn(
  db: TestDoor,
  person: { userId: string },
  options: { door?: Door; affiliateOrgId?: string; handedOut?: boolean; isProven?: boolean } = {},
): Promise<string> {
  const { door = "staff", affiliateOrgId = null, handedOut = false, isProven = true } = options;
  return db.withIdentity(async (scope) => {
    const secret = await startSession(scope, {
      userId: person.userId,
      door,
      affiliateOrgId,
      handedOut,
      userAgent: "vitest",
      ip: "127.0.0.1",
    });
    if (!isProven) await scope.db.session.updateMany({ where: { userId: person.userId }, data: { provenAt: null } });
    return secret;
  });
}
