import { describe, expect, it } from "vitest";
import { passwordCandidates } from "~/domain/identity/check-password.server";
import { inspectLink } from "~/domain/identity/inspect-link.server";
import { linkPurposes, type LinkPurpose } from "~/domain/identity/one-time-link";
import { redeemLink } from "~/domain/identity/redeem-link.server";
import { requestLink, type RequestedPurpose } from "~/domain/identity/request-link.server";
import { readSession } from "~/domain/identity/session.server";
import { mailSignUpAgain, signUp } from "~/domain/identity/sign-up.server";
import { invitedAffiliate } from "../factories/affiliates";
import { createOrg } from "../factories/organizations";
import { createUser, linkSecret, nextNumber, signIn, signUpSecret } from "../factories/people";
import { TEST_APP_URL, useDatabase } from "../support/database";

const db = useDatabase();
const BROWSER = "the browser that signs up";
const NOON = new Date("2026-03-01T12:00:00Z");
const after = (seconds: number) => new Date(NOON.getTime() + seconds * 1000);

const inspect = (secret: string) => db.database.withIdentity((scope) => inspectLink(scope, secret));
const redeem = (secret: string, newPasswordHash?: string) =>
  db.database.withIdentity((scope) =>
    redeemLink(scope, secret, { browser: BROWSER, ...(newPasswordHash && { newPasswordHash }) }),
  );
const candidate = (email: string) => db.database.withIdentity((scope) => passwordCandidates(scope, email));
/** Returns what a sign-in with either right password would lead to. */
const passwords = async (email: string) => {
  const { account, pending } = await candidate(email);
  return { account: account?.passwordHash ?? null, pending: pending?.passwordHash ?? null };
};

/** Creates a link at noon for a new user. */
async function linkAtNoon(purpose: LinkPurpose): Promise<string> {
  db.at(NOON);
  const { userId } = await createUser(db.database);
  return db.database.withIdentity((scope) =>
    purpose === "confirm"
      ? signUpSecret(scope, { browser: BROWSER })
      : linkSecret(scope, {
          purpose,
          userId,
          ...(purpose.endsWith("-email") && { email: `moved-${userId}@example.com` }),
        }),
  );
}

/** Signs up and returns the secret of the email. */
async function signUpAs(email: string, name: string, passwordHash: string): Promise<string> {
  await db.database.withIdentity((scope) =>
    signUp(scope, { email, name, passwordHash, language: "en", browser: BROWSER }),
  );
  return mailedSecret(email);
}

/** Returns the secret in the last email to an address. */
async function mailedSecret(email: string): Promise<string> {
  await db.runJobs();
  const mail = db.mails.filter(({ to }) => to.address === email).at(-1);
  return /\/link\/([\w-]{43})\b/.exec(mail?.text ?? "")![1]!;
}

async function userOf(email: string) {
  const { rows } = await db.ownerPool.query<{
    name: string;
    password_hash: string | null;
    confirmed: boolean;
  }>("select name, password_hash, email_confirmed_at is not null as confirmed from app_user where email = $1", [email]);
  return rows[0];
}

const freshAddress = () => `visitor-${nextNumber()}@example.com`;

describe("I1 one-time links", () => {
  it("[AUTH-12] I1 work for one of fifty concurrent uses", async () => {
    const secret = await linkAtNoon("sign-in");
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => redeem(secret)));
    const refused = results.filter((one) => one.status === "rejected");
    expect(results.filter((one) => one.status === "fulfilled")).toHaveLength(1);
    expect(refused.map(({ reason }) => (reason as { code: string }).code)).toEqual(Array(49).fill("link_used"));
  });

  it("[AUTH-12] I1 are unchanged after a hundred page views", async () => {
    const secret = await linkAtNoon("invite");
    const everything = async () =>
      (
        await db.ownerPool.query(
          "select to_jsonb(t) from one_time_token t union all select to_jsonb(u) from app_user u union all select to_jsonb(s) from sign_up s",
        )
      ).rows;
    const before = await everything();
    for (let look = 0; look < 100; look++) expect(await inspect(secret)).toMatchObject({ purpose: "invite" });
    expect(await everything()).toEqual(before);
    expect(await redeem(secret)).toMatchObject({ purpose: "invite" });
  });

  it.each(linkPurposes)("[AUTH-12] I1 for %s work after 59:59 and not after 60:01", async (purpose) => {
    // The link that stops an address change is valid for three days.
    const end = purpose === "keep-email" ? 72 * 60 * 60 : 60 * 60;
    const [early, late] = [await linkAtNoon(purpose), await linkAtNoon(purpose)];
    db.at(after(end - 1));
    expect(await inspect(early)).toMatchObject({ purpose });
    expect(await redeem(early)).toMatchObject({ purpose });
    await expect(redeem(early)).rejects.toMatchObject({ code: "link_used", params: { purpose } });
    for (const seconds of [end, end + 1, 10 * 24 * 60 * 60]) {
      db.at(after(seconds));
      await expect(inspect(late)).rejects.toMatchObject({ code: "link_expired", params: { purpose } });
      await expect(redeem(late)).rejects.toMatchObject({ code: "link_expired", params: { purpose } });
    }
    await expect(inspect(early)).rejects.toMatchObject({ code: "link_used" });
  });

  it("I1 with a malformed secret are unknown", async () => {
    const secret = await linkAtNoon("sign-in");
    for (const other of ["", "x", secret.slice(1), `${secret}A`, secret.toLowerCase()]) {
      await expect(redeem(other)).rejects.toMatchObject({ code: "link_unknown" });
    }
  });

  it("I1 have 32 random bytes, of which database and queue store only a hash", async () => {
    db.at(NOON);
    await db.runJobs();
    const email = freshAddress();
    await db.database.withIdentity((scope) =>
      signUp(scope, { email, name: "Ann", passwordHash: "hash", language: "de", browser: BROWSER }),
    );
    const { rows: stored } = await db.ownerPool.query(
      "select to_jsonb(t)::text as row from one_time_token t union all select to_jsonb(s)::text from sign_up s",
    );
    const queued = await db.jobs();
    const secret = await mailedSecret(email);
    expect(Buffer.from(secret, "base64url")).toHaveLength(32);
    expect(JSON.stringify([stored, queued])).not.toContain(secret);
    expect(queued).toMatchObject([{ task: "mail.link", payload: { purpose: "confirm" } }]);
    expect(await inspect(secret)).toMatchObject({ purpose: "confirm" });
  });

  it("I1 I2 have the configured address as host", async () => {
    const email = freshAddress();
    await signUpAs(email, "Ann", "hash");
    const { text, html } = db.mails.at(-1)!;
    const addresses = `${text} ${html}`.match(/https?:\/\/[^\s"<]+/g);
    expect(new Set(addresses!.map((one) => new URL(one).origin))).toEqual(new Set([TEST_APP_URL]));
  });

  it("I1 work for their own purpose only", async () => {
    for (const purpose of ["sign-in", "invite"] as const) {
      db.at(NOON);
      const person = await createUser(db.database);
      const secret = await db.database.withIdentity((scope) => linkSecret(scope, { purpose, userId: person.userId }));
      await redeem(secret, "a new password");
      expect(await userOf(person.email)).toMatchObject({ password_hash: null });
    }
  });
});

describe("I1 a sign-up", () => {
  it("[AUTH-12] creates no user before its link is used, and then sets its name and password", async () => {
    db.at(NOON);
    const email = freshAddress();
    const first = await signUpAs(email, "First", "first hash");
    db.at(after(1));
    const second = await signUpAs(email, "Second", "second hash");
    expect(await userOf(email)).toBeUndefined();
    expect(await passwords(email)).toEqual({ account: null, pending: "second hash" });

    expect(await redeem(second)).toMatchObject({ purpose: "confirm", setsPassword: true });
    expect(await userOf(email)).toEqual({ name: "Second", password_hash: "second hash", confirmed: true });
    expect(await passwords(email)).toEqual({ account: "second hash", pending: null });
    // The account has a password now, so links sent before it expire.
    await expect(redeem(first)).rejects.toMatchObject({ code: "link_expired" });
    expect(await userOf(email)).toEqual({ name: "Second", password_hash: "second hash", confirmed: true });
  });

  it("[AUTH-12] creates one user for fifty concurrent uses of its link", async () => {
    const email = freshAddress();
    const secret = await db.database.withIdentity((scope) => signUpSecret(scope, { email, browser: BROWSER }));
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => redeem(secret)));
    expect(results.filter((one) => one.status === "fulfilled")).toHaveLength(1);
    const { rows } = await db.ownerPool.query("select 1 from app_user where email = $1", [email]);
    expect(rows).toHaveLength(1);
  });

  it("[AUTH-02] can have its email resent, and either link works once", async () => {
    const email = freshAddress();
    const first = await signUpAs(email, "Ann", "own hash");
    const { pending } = await candidate(email);
    await db.database.withIdentity((scope) => mailSignUpAgain(scope, pending!.signUpId));
    const second = await mailedSecret(email);
    expect(second).not.toBe(first);
    expect(await redeem(first)).toMatchObject({ setsPassword: true });
    expect(await passwords(email)).toEqual({ account: "own hash", pending: null });
    await expect(redeem(second)).rejects.toMatchObject({ code: "link_used" });
    await db.database.withIdentity((scope) => mailSignUpAgain(scope, pending!.signUpId));
    expect(await db.jobs()).toEqual([]);
  });

  it("for a confirmed address changes nothing and emails a sign-in link", async () => {
    db.at(NOON);
    const email = freshAddress();
    await redeem(await signUpAs(email, "Ann", "own hash"));
    const before = await userOf(email);
    const secret = await signUpAs(email, "Mallory", "stolen hash");
    expect(await inspect(secret)).toMatchObject({ purpose: "sign-in" });
    await redeem(secret);
    expect(await userOf(email)).toEqual(before);
    expect(await passwords(email)).toEqual({ account: "own hash", pending: "stolen hash" });
    expect(db.mails.filter(({ to }) => to.address === email)).toHaveLength(2);
  });

  it("never makes a password valid that was set for another person's address", async () => {
    db.at(NOON);
    const org = await createOrg(db.database);
    const email = freshAddress();
    const planted = await signUpAs(email, "Mallory", "planted hash");
    const works = async () => (await passwords(email)).account === "planted hash";
    expect(await works()).toBe(false);
    await invitedAffiliate(db.database, org, { email, name: "Ann" });
    const invitation = await mailedSecret(email);
    expect(await redeem(invitation)).toMatchObject({ purpose: "invite", orgId: org.orgId });
    expect(await works()).toBe(false);
    // Not even if the owner then opens the email of the sign-up that they did not request.
    expect(await redeem(planted)).toMatchObject({ setsPassword: false });
    expect(await works()).toBe(false);
    expect(await userOf(email)).toEqual({ name: "Ann", password_hash: null, confirmed: true });
  });
});

describe("links requested by address", () => {
  const request = (purpose: RequestedPurpose, email: string, redirectTo: string | null = null) =>
    db.database.withIdentity((scope) => requestLink(scope, { purpose, email, language: "fr", redirectTo }));

  it("[AUTH-04] for a reset are emailed to confirmed accounts only, set the password and end every session", async () => {
    db.at(NOON);
    const email = freshAddress();
    const secret = await signUpAs(email, "Ann", "old hash");
    await request("reset", email);
    await db.runJobs();
    expect(db.mails.filter(({ to }) => to.address === email)).toHaveLength(1);
    const { userId } = await redeem(secret);
    const session = await signIn(db.database, { userId });
    await request("reset", email);
    await redeem(await mailedSecret(email), "new hash");
    expect(await passwords(email)).toEqual({ account: "new hash", pending: null });
    expect(await db.database.withIdentity((scope) => readSession(scope, session))).toBeNull();
  });

  it("[AUTH-12] for a portal are emailed to affiliates only and open their organization's portal", async () => {
    db.at(NOON);
    const org = await createOrg(db.database);
    const affiliate = await invitedAffiliate(db.database, org);
    await db.runJobs();
    db.mails.splice(0);
    await request("sign-in", freshAddress());
    await request("sign-in", org.owner.email);
    await db.runJobs();
    expect(db.mails).toEqual([]);
    await request("sign-in", affiliate.email, "/affiliate/terms");
    expect(await redeem(await mailedSecret(affiliate.email))).toMatchObject({
      purpose: "sign-in",
      orgId: org.orgId,
      userId: affiliate.userId,
      redirectTo: "/affiliate/terms",
    });
  });

  it("[AUTH-11] store neither address nor secret in the queue", async () => {
    const email = freshAddress();
    await request("reset", email);
    const queued = await db.jobs();
    expect(queued).toMatchObject([{ task: "identity.send_link", payload: { purpose: "reset" } }]);
    expect(JSON.stringify(queued)).not.toContain(email);
    await db.runJobs();
  });
});
