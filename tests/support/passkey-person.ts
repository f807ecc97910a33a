import { beforeEach } from "vitest";
import { hashPassword } from "~/platform/passwords.server";
import { action as auth } from "~/routes/_site.auth";
import { action as alone } from "~/routes/_site.auth_.passkey";
import { action as section, loader as sectionPage } from "~/routes/_site.second-factor.passkey/route";
import { action as request } from "~/routes/auth.passkey-request";
import { createOrg, type Org } from "../factories/organizations";
import type { TestDatabase } from "./database";
import { newAuthenticator, PASSKEY_URL, type Authenticator, type SigningOptions } from "./passkeys";
import { call, useRoutes, type Answer } from "./web";

export const PASSWORD = "correct horse battery";
export const SECTION = "/second-factor/passkey";

export const cookiesOf = ({ cookies }: Answer) =>
  Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join("; ");
/** Returns the form error of a response. */
export const errorOf = ({ body }: Answer) => (body as { error?: Record<string, string[]> }).error?.[""]?.[0];

/** Sets up users with a password who use passkeys through the routes. Call it after useDatabase. */
export function usePasskeys(db: TestDatabase) {
  useRoutes(db, () => ({ APP_URL: PASSKEY_URL }));
  const people = { org: undefined as unknown as Org };
  beforeEach(async () => {
    people.org = await newOrg();
  });

  async function newOrg(): Promise<Org> {
    const org = await createOrg(db.database);
    await db.ownerPool.query("update app_user set password_hash = $1", [await hashPassword(PASSWORD)]);
    return org;
  }

  const password = (email = people.org.owner.email) => call(auth, "/auth", { form: { email, password: PASSWORD } });

  /** Counts the rows of a user, by default the owner. */
  const count = async (table: string, { userId } = people.org.owner) =>
    (await db.ownerPool.query(`select 1 from ${table} where user_id = $1`, [userId])).rowCount!;

  async function passkeyOf({ owner }: Org, name = "Laptop"): Promise<string> {
    const { rows } = await db.ownerPool.query<{ id: string }>(
      "select id from passkey where user_id = $1 and name = $2",
      [owner.userId, name],
    );
    return rows[0]!.id;
  }

  /** Requests a challenge. Returns it with the cookies for the response. */
  async function challenge(cookie = "", own = false) {
    const response = await request({
      request: new Request(`${PASSKEY_URL}/auth/passkey-request`, {
        method: "POST",
        headers: { Cookie: cookie },
        body: new URLSearchParams(own ? { own: "yes" } : {}),
      }),
      params: {},
      context: { nonce: "", requestId: "", ip: "127.0.0.1" },
    });
    if (!(response instanceof Response)) throw new Error("no challenge");
    const options = (await response.json()) as { challenge: string; allowCredentials?: { id: string }[] };
    const kept = response.headers.getSetCookie().map((line) => line.split(";")[0]!);
    return {
      challenge: options.challenge,
      cookie: [cookie, ...kept].filter(Boolean).join("; "),
      ids: (options.allowCredentials ?? []).map(({ id }) => id),
    };
  }

  /** Opens the settings up to the challenge for a new passkey. */
  async function begin(session: string, shown: Record<string, string> = { proof: "password", password: PASSWORD }) {
    const begun = await call(section, SECTION, { form: { intent: "begin", ...shown }, cookie: session });
    const cookie = [session, cookiesOf(begun)].join("; ");
    const { body } = await call(sectionPage, SECTION, { cookie });
    return { begun, cookie, options: (body as { options: { challenge: string } | null }).options };
  }

  /** Adds a passkey as a user's first factor. Returns their session and the recovery codes. */
  async function setUp(
    email = people.org.owner.email,
    authenticator = newAuthenticator(),
    options: SigningOptions = {},
  ) {
    const session = cookiesOf(await password(email));
    const { cookie, options: asked } = await begin(session);
    const passkey = authenticator.make(asked!.challenge, options);
    const added = await call(section, SECTION, { form: { intent: "add", name: "Laptop", passkey }, cookie });
    const { codes } = added.body as { codes: string[] };
    return { authenticator, session, codes };
  }

  async function signIn(authenticator: Authenticator, options?: SigningOptions) {
    const asked = await challenge();
    const form = { passkey: authenticator.answer(asked.challenge, options) };
    return call(alone, "/auth/passkey", { form, cookie: asked.cookie });
  }

  return { people, newOrg, password, count, passkeyOf, challenge, begin, setUp, signIn };
}
