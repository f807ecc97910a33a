import { beforeEach, describe, expect, it } from "vitest";
import { hashPassword } from "~/platform/passwords.server";
import { openDatabase } from "~/platform/db/database.server";
import { action as link } from "~/routes/_site.link.$token";
import { action as affiliateLogin } from "~/routes/_site.affiliate.login";
import { action as auth } from "~/routes/_site.auth";
import { action as forgot } from "~/routes/_site.auth_.forgot";
import { action as resendConfirmation } from "~/routes/auth.send-again";
import { activeAffiliate } from "../factories/affiliates";
import { createOrg } from "../factories/organizations";
import { linkSecret, nextNumber } from "../factories/people";
import { TEST_SECRET, useDatabase } from "../support/database";
import { call, useRoutes, type Answer } from "../support/web";

const db = useDatabase();
useRoutes(db);

const PASSWORD = "correct horse battery";
const freshAddress = () => `visitor-${nextNumber()}@example.com`;
const freshIp = () => `198.51.100.${nextNumber()}`;

/** Creates the owner of an organization with a password and returns the address. */
async function owner(): Promise<string> {
  const email = freshAddress();
  await createOrg(db.database, { ownerEmail: email });
  const hash = await hashPassword(PASSWORD);
  await db.ownerPool.query("update app_user set password_hash = $2 where email = $1", [email, hash]);
  return email;
}

/** Sends a form for an address from an IP address; by default a new one each time. */
const forms = {
  signIn: (email: string, ip = freshIp(), password = "wrong", cookie?: string) =>
    call(auth, "/auth", { form: { email, password }, ip, ...(cookie && { cookie }) }),
  signUp: (email: string, ip = freshIp()) =>
    call(auth, "/auth?tab=signup", { form: { name: "Ann", email, password: PASSWORD }, ip }),
  forgot: (email: string, ip = freshIp(), cookie?: string) =>
    call(forgot, "/auth/forgot", { form: { email }, ip, ...(cookie && { cookie }) }),
  portalLink: (email: string, ip = freshIp(), cookie?: string) =>
    call(affiliateLogin, "/affiliate/login", { form: { email }, ip, ...(cookie && { cookie }) }),
};
/** The cookie that a browser keeps of a sign-in after signing out. */
const deviceOf = ({ cookies }: Answer) => `device=${cookies["device"]}`;
const names = Object.keys(forms) as (keyof typeof forms)[];
const TIMES = { signIn: 10, signUp: 5, forgot: 5, portalLink: 5 };
const OF_ONE_IP = { signIn: 50, signUp: 30, forgot: 30, portalLink: 30 };

/** Sends a form repeatedly and returns the statuses. */
async function statuses(times: number, send: () => Promise<Answer>): Promise<number[]> {
  const answers: number[] = [];
  for (let time = 0; time < times; time++) answers.push((await send()).status);
  return answers;
}

/** Expires all counters. */
const later = () => db.ownerPool.query("update rate_limit set expire = 1");

beforeEach(async () => {
  await db.ownerPool.query("delete from rate_limit");
  db.mails.length = 0;
});

describe("[AUTH-13] the rate limit of a form", () => {
  it.each(names)("[AUTH-13] %s: applies per email address and network", async (form) => {
    const email = freshAddress();
    const ip = freshIp();
    const answered = await statuses(TIMES[form], () => forms[form](email, ip));
    expect(answered).not.toContain(429);
    const refused = await forms[form](email, ip);
    expect(refused.status).toBe(429);
    const wait = Number(refused.retryAfter);
    expect(wait).toBeGreaterThan(60 * 10);
    expect(wait).toBeLessThanOrEqual(60 * 60);
    const { error, initialValue } = refused.body as {
      error: unknown;
      initialValue: Record<string, unknown>;
    };
    const reason = JSON.stringify({ count: Math.ceil(wait / 60), seconds: wait });
    expect(error).toEqual({ "": [`too_many_attempts|${reason}`] });
    // The entered values stay, except the password.
    expect(initialValue).toMatchObject({ email });
    expect(JSON.stringify(initialValue)).not.toContain(PASSWORD);

    expect((await forms[form](freshAddress(), ip)).status).not.toBe(429);
    // Requests from other networks are not limited.
    expect((await forms[form](email)).status).toBe(answered[0]);
    await later();
    expect((await forms[form](email, ip)).status).toBe(answered[0]);
  });

  it.each(names)("[AUTH-13] %s: applies per IP address, whatever is entered", async (form) => {
    const ip = freshIp();
    expect(await statuses(OF_ONE_IP[form], () => forms[form](freshAddress(), ip))).not.toContain(429);
    const email = freshAddress();
    const refused = await forms[form](email, ip);
    expect(refused.status).toBe(429);
    expect(Number(refused.retryAfter)).toBeGreaterThan(0);
    // Requests of one machine do not use up the limit of another.
    await statuses(TIMES[form] + 1, () => forms[form](email, ip));
    expect((await forms[form](email)).status).not.toBe(429);
  });

  it("[AUTH-13] responds with the same bytes for known and unknown addresses", async () => {
    const [known, unknown] = [await owner(), freshAddress()];
    for (const form of names) {
      const answers = [];
      for (const email of [known, unknown]) {
        const ip = freshIp();
        await statuses(TIMES[form], () => forms[form](email, ip));
        const refused = await forms[form](email, ip);
        answers.push(
          JSON.stringify(refused)
            .replaceAll(email, "ADDRESS")
            .replaceAll(/\d{3,4}/g, "SECONDS"),
        );
      }
      expect(answers[0]).toContain("too_many_attempts");
      expect(answers[1]).toBe(answers[0]);
    }
  });

  it("[AUTH-13] ignores successful sign-ins, and at the limit also rejects the right password", async () => {
    const email = await owner();
    const ip = freshIp();
    expect(await statuses(15, () => forms.signIn(email, ip, PASSWORD))).toEqual(Array(15).fill(302));
    expect(await statuses(10, () => forms.signIn(email, ip))).toEqual(Array(10).fill(401));
    expect((await forms.signIn(email, ip, PASSWORD)).status).toBe(429);
    // A new password can still be set; its link signs in.
    expect((await forms.forgot(email, ip)).to).toBe("/auth/check-mail?for=reset");
    await later();
    expect((await forms.signIn(email, ip, PASSWORD)).status).toBe(302);
  });

  it("[AUTH-13] of one machine locks out no one else, neither elsewhere nor in a known browser on the same network", async () => {
    const email = await owner();
    const office = freshIp();
    const device = deviceOf(await forms.signIn(email, office, PASSWORD));
    for (const form of names) await statuses(60, () => forms[form](email, office));
    expect((await forms.signIn(email, office, PASSWORD)).status).toBe(429);
    expect((await forms.signIn(email, freshIp(), PASSWORD)).status).toBe(302);
    expect((await forms.signIn(email, office, PASSWORD, device)).status).toBe(302);
    await db.runJobs();
    db.mails.length = 0;
    for (const form of ["forgot", "portalLink"] as const) {
      expect((await forms[form](email, office)).status).toBe(429);
      expect((await forms[form](email, office, device)).status).toBe(302);
    }
    // The user's email is sent, however many others have requested one.
    await db.runJobs();
    expect(db.mails.map(({ to }) => to.address)).toEqual([email]);
    // A known browser has its own limit, and only for its own users.
    expect(await statuses(10, () => forms.signIn(email, office, "wrong", device))).toEqual(Array(10).fill(401));
    expect((await forms.signIn(email, freshIp(), PASSWORD, device)).status).toBe(429);
    expect((await forms.signIn(freshAddress(), office, "wrong", device)).status).toBe(429);
    expect((await forms.signIn(email, office, PASSWORD, "device=made-up")).status).toBe(429);
  });

  it("[AUTH-13] also counts consecutive guesses over days: fifteen per network, a hundred in total", async () => {
    const email = await owner();
    const ip = freshIp();
    const device = deviceOf(await forms.signIn(email, ip, PASSWORD));
    const quarter = () =>
      db.ownerPool.query(
        "update rate_limit set expire = 1 where key like '%pair:%' or key like '% ip:%' or key like '% device:%'",
      );
    let guesses = 0;
    for (let one = 0; one < 20; one++) {
      guesses += (await forms.signIn(email, ip)).status === 401 ? 1 : 0;
      await quarter();
    }
    expect(guesses).toBe(15);
    const refused = await forms.signIn(email, ip, PASSWORD);
    expect(refused).toMatchObject({ status: 429, body: { error: { "": ["too_many_guesses"] } } });
    expect((await forms.signIn(email, freshIp(), PASSWORD)).status).toBe(302);

    // From everywhere; an earlier right password has reset the counter.
    const all = (points: number) =>
      db.ownerPool.query("update rate_limit set points = $1 where key like 'sign-in allDays:%' and points > 0", [
        points,
      ]);
    expect(await statuses(2, () => forms.signIn(email))).toEqual([401, 401]);
    await all(98);
    expect(await statuses(3, () => forms.signIn(email))).toEqual([401, 401, 429]);
    expect((await forms.signIn(email, freshIp(), PASSWORD)).status).toBe(429);
    expect((await forms.signIn(email, freshIp(), PASSWORD, device)).status).toBe(302);
    await forms.signIn(email);
    await all(100);
    expect((await forms.signIn(email, freshIp(), PASSWORD)).status).toBe(429);
    // A new password resets the limit.
    const { rows } = await db.ownerPool.query<{ id: string }>("select id from app_user where email = $1", [email]);
    const token = await db.database.withIdentity((scope) =>
      linkSecret(scope, { purpose: "reset", userId: rows[0]!.id }),
    );
    const form = { password: "another one entirely" };
    expect(await call(link, `/link/${token}`, { form, params: { token } })).toMatchObject({ status: 302 });
    expect((await forms.signIn(email, freshIp(), form.password)).status).toBe(302);
  });

  it("[AUTH-13] applies to resending a confirmation", async () => {
    const ip = freshIp();
    const sendAnother = () =>
      call(resendConfirmation, "/auth/send-again", { form: { sign_up: crypto.randomUUID() }, ip });
    const toasts: string[] = [];
    for (let time = 0; time < 31; time++) {
      const { flash = "" } = (await sendAnother()).cookies;
      toasts.push(Buffer.from(decodeURIComponent(flash), "base64").toString());
    }
    // The response says "sent" whether or not the sign-up exists.
    for (const words of toasts.slice(0, 30)) expect(words).toContain('"tone":"success"');
    expect(toasts[30]).toContain("Too many attempts. Please try again in 60 minutes.");
  });

  it("[AUTH-13] is counted without storing an address", async () => {
    const [email, ip] = [freshAddress(), freshIp()];
    for (const form of names) await forms[form](email, ip);
    const { rows } = await db.ownerPool.query<{ key: string }>("select key from rate_limit");
    expect(rows.length).toBeGreaterThan(8);
    for (const { key } of rows) expect(key).toMatch(/^[a-z-]+( \w+| sign-in)?:[\w-]{43}$/);
  });
});

describe("[AUTH-13] the quota of a mailbox", () => {
  it("[AUTH-13] allows three emails per hour and kind of link, and the response does not reveal the limit", async () => {
    const org = await createOrg(db.database);
    const { email } = await activeAffiliate(db.database, org);
    await db.ownerPool.query("update app_user set email_confirmed_at = now() where email = $1", [email]);
    await db.runJobs();
    db.mails.length = 0;
    for (const [form, answer] of [
      ["portalLink", { status: 302, to: "/affiliate/login?sent" }],
      ["forgot", { status: 302, to: "/auth/check-mail?for=reset" }],
      ["signUp", { status: 302, to: "/auth/check-mail?for=confirm" }],
    ] as const) {
      for (let time = 0; time < 5; time++) expect(await forms[form](email)).toMatchObject(answer);
    }
    await db.runJobs();
    expect(db.mails.map(({ to }) => to.address)).toEqual(Array(9).fill(email));

    await later();
    await forms.portalLink(email);
    await db.runJobs();
    expect(db.mails).toHaveLength(10);
  });

  it("[AUTH-13] includes resent confirmations", async () => {
    const email = freshAddress();
    for (let time = 0; time < 5; time++) await forms.signUp(email);
    for (let time = 0; time < 5; time++) {
      const { rows } = await db.ownerPool.query<{ id: string }>("select id from sign_up where email = $1 limit 1", [
        email,
      ]);
      const answer = await call(resendConfirmation, "/auth/send-again", { form: { sign_up: rows[0]!.id } });
      expect(answer).toMatchObject({ status: 302, to: "/auth/check-mail?for=confirm", cookies: {} });
    }
    await db.runJobs();
    expect(db.mails).toHaveLength(3);
  });
});

describe("[AUTH-13] the counters", () => {
  const limit = { name: "test", times: 10, seconds: 60 };

  it("[AUTH-13] I3 are shared by all processes and persist", async () => {
    const open = () => openDatabase({ url: db.appUrl, secret: TEST_SECRET });
    const [one, other] = [open(), open()];
    const counts = await Promise.all(
      Array.from({ length: 60 }, (_, index) => (index % 2 ? one : other).attempts.count(limit, "x")),
    );
    await Promise.all([one.close(), other.close()]);
    expect(counts.filter((wait) => wait === 0)).toHaveLength(10);
    expect(counts.filter((wait) => wait > 58)).toHaveLength(50);
    const restarted = open();
    expect(await restarted.attempts.count(limit, "x")).toBeGreaterThan(0);
    expect(await restarted.attempts.count(limit, "y")).toBe(0);
    await restarted.close();
  });

  it("[AUTH-13] leave no named statement on a connection that a pooler might reuse", async () => {
    const one = openDatabase({ url: db.appUrl, secret: TEST_SECRET, connections: 1 });
    await one.attempts.count(limit, "z");
    const names = await one.withStatements(
      ({ db: { $queryRaw } }) => $queryRaw`select name from pg_prepared_statements`,
    );
    await one.close();
    expect(names).toEqual([]);
  });
});
