import { describe, expect, it } from "vitest";
import { action as auth } from "~/routes/_site.auth";
import { action as link, loader as linkPage } from "~/routes/_site.link.$token";
import { action as resendConfirmation } from "~/routes/auth.send-again";
import { invitedAffiliate } from "../factories/affiliates";
import { createOrg } from "../factories/organizations";
import { nextNumber } from "../factories/people";
import { useDatabase } from "../support/database";
import { call, useRoutes, type Answer } from "../support/web";

// A person signs up with another person's address and hopes that its owner confirms it.

const db = useDatabase();
useRoutes(db);

const MALLORYS = "mallory's password";
const OWN = "the owner's password";
const freshIp = () => `198.51.100.${nextNumber()}`;

/** A browser that keeps its cookies. */
function browser() {
  const jar: Record<string, string> = {};
  const keep = (answer: Answer) => {
    Object.assign(jar, answer.cookies);
    return answer;
  };
  const cookie = () =>
    Object.entries(jar)
      .map(([name, value]) => `${name}=${value}`)
      .join("; ");
  const send = async (handler: typeof auth, path: string, form: Record<string, string>, params = {}) =>
    keep(await call(handler, path, { form, params, cookie: cookie(), ip: freshIp() }));
  return {
    jar,
    signUp: (email: string, password: string) => send(auth, "/auth?tab=signup", { name: "Somebody", email, password }),
    signIn: (email: string, password: string) => send(auth, "/auth", { email, password }),
    resendConfirmation: (id: string) => send(resendConfirmation, "/auth/send-again", { sign_up: id }),
    look: (secret: string) => call(linkPage, `/link/${secret}`, { params: { token: secret }, cookie: cookie() }),
    use: (secret: string, form: Record<string, string> = {}) => send(link, `/link/${secret}`, form, { token: secret }),
  };
}

const freshAddress = () => `owner-${nextNumber()}@example.com`;

/** Returns the secret in the newest email to an address. */
async function mailed(email: string): Promise<string> {
  await db.runJobs();
  const mail = db.mails.filter(({ to }) => to.address === email).at(-1);
  return /\/link\/([\w-]+)/.exec(mail!.text)![1]!;
}

const sessionsOf = async (email: string) =>
  (await db.ownerPool.query("select 1 from session s join app_user u on u.id = s.user_id where u.email = $1", [email]))
    .rowCount;

describe("[AUTH-15] the browser that signed up", () => {
  it("[AUTH-15] [AUTH-02] continues with one click and the password it has chosen", async () => {
    const [mine, email] = [browser(), freshAddress()];
    await mine.signUp(email, OWN);
    const secret = await mailed(email);
    expect((await mine.look(secret)).body).toMatchObject({ purpose: "confirm", needsPassword: false });
    expect(await mine.use(secret)).toMatchObject({ status: 302, to: "/onboarding" });
    expect((await browser().signIn(email, OWN)).status).toBe(302);
  });

  it("[AUTH-15] is recognized after several sign-ups and a resent email", async () => {
    const [mine, email] = [browser(), freshAddress()];
    await mine.signUp(freshAddress(), OWN);
    await mine.signUp(email, OWN);
    const { rows } = await db.ownerPool.query<{ id: string }>("select id from sign_up where email = $1", [email]);
    await db.runJobs();
    await mine.resendConfirmation(rows[0]!.id);
    expect(await mine.use(await mailed(email))).toMatchObject({ status: 302, to: "/onboarding" });
  });
});

describe("[AUTH-12] I1 the link of a sign-up", () => {
  const counted = async (email: string) =>
    (
      await db.ownerPool.query<{ people: number; sessions: number }>(
        `select count(distinct u.id)::int as people, count(s)::int as sessions
         from app_user u left join session s on s.user_id = u.id where u.email = $1`,
        [email],
      )
    ).rows[0];

  it("[AUTH-12] I1 changes nothing when opened a hundred times, and starts one session for fifty concurrent uses", async () => {
    const [mine, email] = [browser(), freshAddress()];
    await mine.signUp(email, OWN);
    const secret = await mailed(email);
    for (let look = 0; look < 100; look++) expect((await mine.look(secret)).status).toBe(200);
    expect(await counted(email)).toEqual({ people: 0, sessions: 0 });
    const answers = await Promise.all(Array.from({ length: 50 }, () => mine.use(secret)));
    expect(answers.filter(({ to }) => to === "/onboarding")).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 410)).toHaveLength(49);
    expect(answers.filter(({ cookies }) => cookies["finderlohn"])).toHaveLength(1);
    expect(await counted(email)).toEqual({ people: 1, sessions: 1 });
  });
});

describe("[AUTH-15] another browser", () => {
  it("[AUTH-15] sets a new password, which replaces the stranger's", async () => {
    const [mallory, owner, email] = [browser(), browser(), freshAddress()];
    await mallory.signUp(email, MALLORYS);
    expect((await mallory.signIn(email, MALLORYS)).status).toBe(403);
    const secret = await mailed(email);
    // The owner has also signed up for another account in their own browser.
    await owner.signUp(freshAddress(), OWN);
    expect((await owner.look(secret)).body).toMatchObject({ purpose: "confirm", needsPassword: true });

    for (const form of [{}, { password: "short" }] as Record<string, string>[]) {
      const refused = await owner.use(secret, form);
      expect(refused.status).toBe(422);
      expect(refused.cookies["finderlohn"]).toBeUndefined();
    }
    expect(await sessionsOf(email)).toBe(0);
    expect((await owner.look(secret)).body).toMatchObject({ problem: null });

    expect(await owner.use(secret, { password: OWN })).toMatchObject({ status: 302, to: "/onboarding" });
    expect(await sessionsOf(email)).toBe(1);
    expect((await mallory.signIn(email, MALLORYS)).status).toBe(401);
    expect((await browser().signIn(email, OWN)).status).toBe(302);
    expect(
      JSON.stringify((await db.ownerPool.query("select * from sign_up where email = $1", [email])).rows),
    ).not.toContain("$argon2");
  });

  it("[AUTH-15] gives a stranger no access who has the email resent or signs up again", async () => {
    const [mallory, owner, email] = [browser(), browser(), freshAddress()];
    await mallory.signUp(email, MALLORYS);
    const refused = await mallory.signIn(email, MALLORYS);
    const id = /"sign_up\\*":\\*"([0-9a-f-]{36})/.exec(JSON.stringify(refused.body))![1]!;
    await db.runJobs();
    await mallory.resendConfirmation(id);
    const secret = await mailed(email);
    expect((await owner.look(secret)).body).toMatchObject({ needsPassword: true });
    await owner.use(secret, { password: OWN });
    await mallory.resendConfirmation(id);
    await mallory.signUp(email, MALLORYS);
    // The owner's mailbox gets a link that signs in and changes nothing.
    expect((await owner.look(await mailed(email))).body).toMatchObject({ purpose: "sign-in" });
    await owner.use(await mailed(email));
    expect((await mallory.signIn(email, MALLORYS)).status).toBe(403);
    expect(mallory.jar["finderlohn"]).toBeUndefined();
    expect((await browser().signIn(email, OWN)).status).toBe(302);
  });

  it("[AUTH-15] cannot impersonate the one that signed up", async () => {
    const [mallory, email] = [browser(), freshAddress()];
    await mallory.signUp(email, MALLORYS);
    const secret = await mailed(email);
    const signed = mallory.jar["sign-up"]!;
    const { rows } = await db.ownerPool.query<{ browser_hash: string }>(
      "select browser_hash from sign_up where email = $1",
      [email],
    );
    for (const value of ["", "x", rows[0]!.browser_hash, signed.slice(0, -3), signed.split(".")[0]!]) {
      const other = browser();
      other.jar["sign-up"] = value;
      expect((await other.look(secret)).body, value).toMatchObject({ needsPassword: true });
      expect((await other.use(secret)).status).toBe(422);
    }
  });

  it("[AUTH-15] needs and sets no password if the address was confirmed in another way", async () => {
    const [mallory, owner, email] = [browser(), browser(), freshAddress()];
    const org = await createOrg(db.database);
    await mallory.signUp(email, MALLORYS);
    const planted = await mailed(email);
    await invitedAffiliate(db.database, org, { email });
    await owner.use(await mailed(email));
    expect((await owner.look(planted)).body).toMatchObject({ needsPassword: false });
    expect((await owner.use(planted, { password: OWN })).status).toBe(302);
    for (const password of [MALLORYS, OWN]) expect((await mallory.signIn(email, password)).status).toBe(401);
  });
});
