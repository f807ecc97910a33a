import { generateSync } from "otplib";
import { beforeEach, describe, expect, it } from "vitest";
import { hashPassword } from "~/platform/passwords.server";
import { newTotpSecret, totpStep } from "~/platform/totp.server";
import { loader as home } from "~/routes/_app.settings.notifications";
import { loader as sectionPage } from "~/routes/_app.settings.account/route";
import { action as auth } from "~/routes/_site.auth";
import { action as second, loader as secondPage } from "~/routes/_site.auth_.code";
import { action as link } from "~/routes/_site.link.$token";
import { action as section, loader as setUpPage } from "~/routes/_site.second-factor.app/route";
import { action as newCodes } from "~/routes/_site.second-factor.codes";
import { action as removal } from "~/routes/_site.second-factor.remove";
import { activeAffiliate } from "../factories/affiliates";
import { addMember, createOrg, type Org } from "../factories/organizations";
import { linkSecret, signIn as startSession } from "../factories/people";
import { useDatabase } from "../support/database";
import { call, useRoutes, type Answer } from "../support/web";

const db = useDatabase();
useRoutes(db);

const PASSWORD = "correct horse battery";
const SECTION = "/settings/account";
const APP = "/second-factor/app";
const BEGIN = { intent: "begin", proof: "password", password: PASSWORD };
let org: Org;

beforeEach(async () => {
  org = await createOrg(db.database);
  const hash = await hashPassword(PASSWORD);
  await db.ownerPool.query("update app_user set password_hash = $1", [hash]);
});

const cookiesOf = ({ cookies }: Answer) =>
  Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join("; ");
const password = (email = org.owner.email) => call(auth, "/auth", { form: { email, password: PASSWORD } });
const give = (code: string, cookie: string) => call(second, "/auth/code", { form: { code }, cookie });
const errorsOf = ({ body }: Answer) => (body as { error?: Record<string, string[]> }).error;
/** Returns a code of the app, `steps` after the current one. */
const codeOf = (secret: string, steps = 0) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 });
const sessions = async () =>
  (await db.ownerPool.query("select 1 from session where user_id = $1", [org.owner.userId])).rowCount!;
/** Simulates time passing since the last code. */
const later = () => db.ownerPool.query("update authenticator_app set last_step = null");

/** Sets up an app in the settings and returns its key, the recovery codes and the session's cookie. */
async function setUp(email = org.owner.email) {
  const cookie = cookiesOf(await password(email));
  const act = (form: Record<string, string>) => call(section, APP, { form, cookie });
  // Simulates a sign-in a while ago.
  const show = async (action: typeof newCodes, code: string) => {
    await db.ownerPool.query("update session set proven_at = null");
    return call(action, "/second-factor", { form: { proof: "code", code }, cookie });
  };
  expect(await act(BEGIN)).toMatchObject({ status: 302, to: `${APP}?redirectTo=%2Fsettings%2Faccount` });
  const page = await call(setUpPage, APP, { cookie });
  const { secret } = (page.body as { setUp: { secret: string } }).setUp;
  const answer = await act({ intent: "confirm", code: codeOf(secret) });
  const { codes } = answer.body as { codes: string[] };
  return { secret, codes, cookie, show };
}

describe("[AUTH-14] an authenticator app", () => {
  it("[AUTH-14] accepts codes of one step before and after the current one", () => {
    const secret = newTotpSecret();
    const now = new Date("2026-03-01T12:00:00Z");
    const at = (seconds: number) => generateSync({ secret, epoch: now.getTime() / 1000 + seconds });
    const step = now.getTime() / 30_000;
    expect([-30, 0, 30].map((seconds) => totpStep(secret, at(seconds), now))).toEqual([step - 1, step, step + 1]);
    expect([-60, 60].map((seconds) => totpStep(secret, at(seconds), now))).toEqual([null, null]);
  });

  it("[AUTH-14] is not enabled after its setup was canceled, for example in another tab", async () => {
    const cookie = cookiesOf(await password());
    await call(section, APP, { form: BEGIN, cookie });
    const page = await call(setUpPage, APP, { cookie });
    const { secret } = (page.body as { setUp: { secret: string } }).setUp;
    await call(section, APP, { form: { intent: "cancel" }, cookie });
    const late = await call(section, APP, { form: { intent: "confirm", code: codeOf(secret) }, cookie });
    expect([late.status, errorsOf(late)]).toEqual([409, { "": ["factor_ended"] }]);
    expect((await call(sectionPage, SECTION, { cookie })).body).toMatchObject({ factor: { isOn: false } });
  });

  it("[AUTH-14] is enabled only by a right code, with ten recovery codes, and ends all other sessions", async () => {
    const other = await startSession(db.database, org.owner);
    const cookie = cookiesOf(await password());
    await call(section, APP, { form: BEGIN, cookie });
    const page = await call(setUpPage, APP, { cookie });
    const { secret, qr } = (page.body as { setUp: { secret: string; qr: { path: string } } }).setUp;
    expect(qr.path).toMatch(/^M\d+ \d+h\d+v1/);
    const wrong = await call(section, APP, { form: { intent: "confirm", code: "000 00" }, cookie });
    expect(errorsOf(wrong)).toEqual({ code: ["factor_code_wrong"] });
    expect(await sessions()).toBe(2);

    const form = { intent: "confirm", code: codeOf(secret) };
    const answer = await call(section, APP, { form, cookie });
    const { codes } = answer.body as { codes: string[] };
    expect(new Set(codes).size).toBe(10);
    expect(await sessions()).toBe(1);
    expect(other).toBeTruthy();
    // Shown once: afterwards the page has only their number, and the database only hashes and a sealed key.
    const after = await call(sectionPage, SECTION, { cookie });
    expect(after.body).toMatchObject({ factor: { isOn: true, codesLeft: 10 } });
    const { rows } = await db.ownerPool.query(
      "select a::text as app, r::text as code from authenticator_app a join recovery_code r using (user_id)",
    );
    const stored = JSON.stringify(rows);
    for (const text of [secret, codes[0]!, codes[0]!.replaceAll("-", "")]) expect(stored).not.toContain(text);
    await db.runJobs();
    expect(db.mails.at(-1)).toMatchObject({ to: { address: org.owner.email } });
    expect(db.mails.at(-1)!.subject).toBe("Two-factor authentication is on");
  });

  it("[AUTH-14] is requested after the password and before any session, and each code works once", async () => {
    const { secret } = await setUp();
    const before = await sessions();
    const asked = await password();
    expect(asked).toMatchObject({ status: 302, to: "/auth/code" });
    expect(asked.cookies["finderlohn"]).toBeUndefined();
    expect(await sessions()).toBe(before);
    const cookie = cookiesOf(asked);
    expect(await call(home, "/settings/notifications", { cookie })).toMatchObject({ status: 302 });

    // The code that enabled it belongs to this step too.
    expect(errorsOf(await give(codeOf(secret), cookie))).toEqual({ code: ["factor_code_used"] });
    const code = codeOf(secret, 1);
    const inside = await give(code, cookie);
    expect(inside).toMatchObject({ status: 302, to: "/leads" });
    expect(await call(home, "/settings/notifications", { cookie: cookiesOf(inside) })).toMatchObject({
      status: 200,
    });
    expect(errorsOf(await give(code, cookiesOf(await password())))).toEqual({ code: ["factor_code_used"] });
    expect(await sessions()).toBe(before + 1);
  });

  it("[AUTH-14] cannot be used without the password, after a password change, or with a forged cookie", async () => {
    const { secret } = await setUp();
    await later();
    expect(await call(secondPage, "/auth/code", {})).toMatchObject({ status: 302, to: "/auth" });
    for (const cookie of ["", "pending=x"]) {
      expect(await give(codeOf(secret), cookie)).toMatchObject({ status: 409 });
    }
    const cookie = cookiesOf(await password());
    await db.ownerPool.query("update app_user set password_hash = $1", [await hashPassword("another one")]);
    expect(await give(codeOf(secret), cookie)).toMatchObject({ status: 409 });
  });

  it("[AUTH-14] [AUTH-13] is rate limited after five wrong codes", async () => {
    const { secret } = await setUp();
    await later();
    const cookie = cookiesOf(await password());
    for (let time = 0; time < 5; time++) {
      expect(await give("ABCD-EFGH-JKMN", cookie)).toMatchObject({ status: 401 });
    }
    const refused = await give(codeOf(secret), cookiesOf(await password()));
    expect(refused).toMatchObject({ status: 429 });
    expect(Number(refused.retryAfter)).toBeGreaterThan(800);
  });

  it("[AUTH-14] starts one session for 50 concurrent uses of a recovery code, and notifies the user", async () => {
    const { codes } = await setUp();
    const cookie = cookiesOf(await password());
    const before = await sessions();
    const { completeSignIn } = await import("~/domain/identity/begin-session.server");
    const { readFactor } = await import("~/domain/identity/second-factor.server");
    const { proofOf } = await import("~/server/factor.server");
    const { readPending } = await import("~/server/pending-sign-in.server");
    const { userId } = org.owner;
    const pending = await readPending(new Request("http://x/", { headers: { Cookie: cookie } }));
    const facts = await db.database.withIdentity((scope) => readFactor(scope, userId));
    const proof = await proofOf(userId, codes[3]!.toLowerCase(), facts);
    const uses = await Promise.allSettled(
      Array.from({ length: 50 }, () =>
        db.database.withIdentity((scope) =>
          completeSignIn(scope, pending!, proof, { userAgent: null, ip: "127.0.0.1" }),
        ),
      ),
    );
    expect(uses.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await sessions()).toBe(before + 1);
    const page = await give(codes[4]!, cookie);
    expect(page).toMatchObject({ status: 302, to: "/leads" });
    await db.runJobs();
    expect(db.mails.at(-1)!.subject).toBe("A recovery code was used");
  });

  it("[AUTH-14] notifies the user and the other owners once at the third wrong code of a day", async () => {
    await setUp();
    const other = await addMember(db.database, org, { role: "owner" });
    const cookie = cookiesOf(await password());
    await db.runJobs();
    db.mails.length = 0;
    for (const [tries, told] of [
      [2, 0],
      [1, 1],
      [2, 1],
    ] as const) {
      for (let one = 0; one < tries; one++) expect(await give("000000", cookie)).toMatchObject({ status: 401 });
      await db.runJobs();
      const mails = db.mails.filter(({ subject }) => /refused several times/.test(subject));
      const receivers = [org.owner.email, other.email].slice(0, 2 * told);
      expect(mails.map(({ to }) => to.address).sort()).toEqual(receivers.sort());
    }
  });

  it("[AUTH-14] does not accept a code of another user", async () => {
    const other = await createOrg(db.database);
    await db.ownerPool.query("update app_user set password_hash = $1", [await hashPassword(PASSWORD)]);
    await setUp();
    const theirs = await setUp(other.owner.email);
    await later();
    const cookie = cookiesOf(await password());
    expect(errorsOf(await give(codeOf(theirs.secret), cookie))).toEqual({ code: ["factor_code_wrong"] });
    expect(await give(theirs.codes[0]!, cookie)).toMatchObject({ status: 401 });
    const form = { proof: "code", code: theirs.codes[0]! };
    const session = cookiesOf(await give(codeOf((await secretOf(org))!), cookiesOf(await password())));
    expect(await call(removal, "/second-factor/remove", { form, cookie: session })).toMatchObject({
      status: 401,
    });
  });

  async function secretOf({ owner }: Org): Promise<string> {
    const { unsealTotp } = await import("~/server/factor.server");
    const { rows } = await db.ownerPool.query<{ secret: string }>(
      "select secret from authenticator_app where user_id = $1",
      [owner.userId],
    );
    return unsealTotp(owner.userId, rows[0]!.secret);
  }

  it("[AUTH-14] is disabled only with one of its codes, then the password suffices, and the user is notified", async () => {
    const { codes, cookie, show } = await setUp();
    expect(await show(removal, "ABCD-EFGH-JKMN")).toMatchObject({ status: 401 });
    expect(await show(removal, "")).toMatchObject({ status: 403 });
    const form = { proof: "password", password: PASSWORD };
    expect(await call(removal, "/second-factor/remove", { form, cookie })).toMatchObject({ status: 401 });
    expect(await password()).toMatchObject({ to: "/auth/code" });
    expect(await show(removal, codes[0]!)).toMatchObject({ status: 302, to: SECTION });
    expect(await password()).toMatchObject({ to: "/leads" });
    await db.runJobs();
    expect(db.mails.at(-1)!.subject).toBe("Two-factor authentication is off");
  });

  it("[AUTH-14] needs a code for new recovery codes, which invalidate the old ones", async () => {
    const { codes, show } = await setUp();
    const answer = await show(newCodes, codes[0]!);
    const fresh = (answer.body as { codes: string[] }).codes;
    expect(fresh).toHaveLength(10);
    const cookie = cookiesOf(await password());
    expect(await give(codes[1]!, cookie)).toMatchObject({ status: 401 });
    expect(await give(fresh[1]!, cookie)).toMatchObject({ to: "/leads" });
  });

  it("[AUTH-14] is requested after a reset link, which alone opens nothing", async () => {
    const { codes } = await setUp();
    const { userId } = org.owner;
    const token = await db.database.withIdentity((scope) => linkSecret(scope, { purpose: "reset", userId }));
    const form = { password: "a new password" };
    const answer = await call(link, `/link/${token}`, { form, params: { token } });
    expect(answer).toMatchObject({ status: 302, to: "/auth/code" });
    expect(await sessions()).toBe(0);
    expect(await give(codes[0]!, cookiesOf(answer))).toMatchObject({ to: "/leads" });
  });

  it("[AUTH-14] blocks staff pages in a session started without it", async () => {
    await setUp();
    const secret = await startSession(db.database, org.owner);
    const { readSession } = await import("~/domain/identity/session.server");
    const user = await db.database.withIdentity((scope) => readSession(scope, secret));
    expect(user).toMatchObject({ membership: null });
  });

  it("[AUTH-14] [AUTH-11] does not affect the link to an affiliate's portal", async () => {
    const affiliate = await activeAffiliate(db.database, org);
    await setUp();
    const token = await db.database.withIdentity((scope) =>
      linkSecret(scope, { purpose: "sign-in", userId: affiliate.userId, orgId: org.orgId }),
    );
    const answer = await call(link, `/link/${token}`, { form: {}, params: { token } });
    expect(answer).toMatchObject({ status: 302, to: "/affiliate/dashboard" });
  });
});
