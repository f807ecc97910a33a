import { beforeEach, describe, expect, it } from "vitest";
import { hashPassword } from "~/platform/passwords.server";
import { action as signInAction } from "~/routes/_site.auth";
import { action as linkAction, loader as linkLoader } from "~/routes/_site.link.$token";
import { action as emailAction } from "~/routes/_site.second-factor.email";
import { action as nameAction } from "~/routes/_site.second-factor.name";
import { action as passwordAction } from "~/routes/_site.second-factor.password";
import { loader as leads } from "~/routes/_app.leads/route";
import { loader as security } from "~/routes/_app.settings.account/route";
import { sessionCookie } from "~/server/app-context.server";
import { activeAffiliate } from "../factories/affiliates";
import { addMember, createOrg, type Org } from "../factories/organizations";
import { createUser, nextNumber, signIn } from "../factories/people";
import { useDatabase } from "../support/database";
import { call, useRoutes } from "../support/web";

// Changes name and address of a signed-in user through the pages and emails.

const db = useDatabase();
useRoutes(db);

let org: Org;
let cookie: string;
/** Returns an unused address. */
const fresh = () => `moved-${nextNumber()}@agency.example`;
const PASSWORD = "seven grey herons";

const cookieOf = async (userId: string, isProven = true) =>
  (await sessionCookie().serialize(await signIn(db.database, { userId }, { isProven }))).split(";")[0]!;
const isSignedIn = async (one: string) => (await call(leads, "/leads", { cookie: one })).to === null;
const emailOf = async ({ userId }: { userId: string }) =>
  (await db.ownerPool.query<{ email: string }>("select email from app_user where id = $1", [userId])).rows[0]?.email;
const change = (email: string, as = cookie) =>
  call(emailAction, "/second-factor/email", { cookie: as, form: { email } });

/** Runs all jobs and returns the new emails. */
async function mails() {
  await db.runJobs();
  return db.mails.splice(0).map(({ to, subject, text }) => ({ to: to.address, subject, text }));
}
/** Returns the secret of the link in the email to an address. */
const secretTo = (sent: Awaited<ReturnType<typeof mails>>, email: string) =>
  /\/link\/([\w-]{43})\b/.exec(sent.find(({ to }) => to === email)?.text ?? "")?.[1] ?? "none";
const open = (token: string) => call(linkLoader, `/link/${token}`, { params: { token } });
const use = (token: string, form: Record<string, string> = {}) =>
  call(linkAction, `/link/${token}`, { params: { token }, form });
const logOf = async ({ orgId }: Org) =>
  (
    await db.ownerPool.query<{ action: string; actor: string; data: object }>(
      "select action, actor, data from audit_log where org_id = $1 and action like 'member.change_%'",
      [orgId],
    )
  ).rows;

beforeEach(async () => {
  org = await createOrg(db.database);
  cookie = await cookieOf(org.owner.userId);
  await mails();
});

describe("[AUTH-04] [SET-04] a changed address", () => {
  it("takes effect when the link in the new mailbox is used, ends all sessions, and is recorded in all audit logs", async () => {
    const second = await createOrg(db.database);
    const member = await addMember(db.database, org);
    await db.ownerPool.query("insert into membership (org_id, user_id, role) values ($1, $2, 'member')", [
      second.orgId,
      org.owner.userId,
    ]);
    const [foreign, other] = [await cookieOf(member.userId), await cookieOf(org.owner.userId)];
    const [before, email] = [org.owner.email, fresh()];
    expect(await change(email)).toMatchObject({ status: 302, to: "/settings/account" });
    expect(await emailOf(org.owner)).toBe(before);
    const sent = await mails();
    expect(sent.map(({ to }) => to).sort()).toEqual([email, before].sort());
    const secret = secretTo(sent, email);
    expect((await open(secret)).body).toMatchObject({ email, purpose: "new-email", needsPassword: false });
    expect(await emailOf(org.owner)).toBe(before);
    const answer = await use(secret);
    expect(answer.status).toBe(302);
    expect(await emailOf(org.owner)).toBe(email);
    for (const ended of [cookie, other]) expect(await isSignedIn(ended)).toBe(false);
    expect(await isSignedIn(foreign)).toBe(true);
    // The link works once.
    expect((await use(secret)).status).not.toBe(302);
    const told = await mails();
    expect(told.map(({ to }) => to)).toContain(email);
    for (const one of [org, second])
      expect(await logOf(one)).toEqual([
        { action: "member.change_email", actor: `member:${org.owner.userId}`, data: { email } },
      ]);
    await db.ownerPool.query("update security_notice set mailed_at = null");
    await db.database.withIdentity((scope) =>
      db.ownerPool
        .query<{ id: string }>("select id from security_notice where kind = 'email_changed'")
        .then(({ rows }) => scope.enqueue("mail.security", { notice_id: rows[0]!.id })),
    );
    await mails();
    expect(await logOf(org)).toHaveLength(1);
  });

  it("requires re-authentication and another address, and is rejected for affiliates", async () => {
    const late = await cookieOf(org.owner.userId, false);
    expect((await change(fresh(), late)).status).not.toBe(302);
    expect((await change(org.owner.email)).status).not.toBe(302);
    const affiliate = await activeAffiliate(db.database, org);
    await db.ownerPool.query("insert into membership (org_id, user_id, role) values ($1, $2, 'member')", [
      org.orgId,
      affiliate.userId,
    ]);
    expect((await change(fresh(), await cookieOf(affiliate.userId))).status).toBe(409);
    await mails();
    const { rowCount } = await db.ownerPool.query(
      "select 1 from one_time_token where email is not null and user_id in ($1, $2)",
      [org.owner.userId, affiliate.userId],
    );
    expect(rowCount).toBe(0);
  });

  it("cannot be the address of another account, which is not revealed beforehand", async () => {
    const stranger = await createUser(db.database);
    expect(await change(stranger.email)).toMatchObject({ status: 302, to: "/settings/account" });
    const secret = secretTo(await mails(), stranger.email);
    expect((await use(secret)).status).toBe(409);
    expect(await emailOf(org.owner)).toBe(org.owner.email);
    expect(await emailOf(stranger)).toBe(stranger.email);
    expect(await isSignedIn(cookie)).toBe(true);
  });

  it("goes to one of two accounts that confirm the same address at the same moment", async () => {
    const email = fresh();
    const other = await createOrg(db.database);
    await change(email, await cookieOf(other.owner.userId));
    const first = secretTo(await mails(), email);
    await change(email);
    const second = secretTo(await mails(), email);
    // Holds both between their checks and their changes.
    const holder = await db.ownerPool.connect();
    await holder.query("begin");
    await holder.query("lock table app_user in share row exclusive mode");
    const uses = [use(first), use(second)];
    await new Promise((resolve) => setTimeout(resolve, 300));
    await holder.query("commit");
    holder.release();
    expect((await Promise.all(uses)).map(({ status }) => status).sort()).toEqual([302, 409]);
  });

  it("is superseded by the next request and by a new password", async () => {
    const [first, second] = [fresh(), fresh()];
    await change(first);
    const one = secretTo(await mails(), first);
    await change(second);
    const two = secretTo(await mails(), second);
    expect((await use(one)).status).not.toBe(302);
    await call(passwordAction, "/second-factor/password", { cookie, form: { new_password: PASSWORD } });
    expect((await use(two)).status).not.toBe(302);
    expect(await emailOf(org.owner)).toBe(org.owner.email);
  });

  it("is stopped or reverted from the old mailbox with a new password, whatever has happened since", async () => {
    await db.ownerPool.query("update app_user set password_hash = $2 where id = $1", [
      org.owner.userId,
      await hashPassword("the thief knows this"),
    ]);
    const [thiefs, thiefsNext] = [fresh(), fresh()];
    const before = org.owner.email;
    await change(thiefs);
    const sent = await mails();
    const stop = secretTo(sent, before);
    await use(secretTo(sent, thiefs));
    // The thief changes the address again and sets a password.
    cookie = await cookieOf(org.owner.userId);
    await change(thiefsNext);
    const more = await mails();
    await use(secretTo(more, thiefsNext));
    cookie = await cookieOf(org.owner.userId);
    await call(passwordAction, "/second-factor/password", {
      cookie,
      form: { new_password: "now it is mine" },
    });
    expect(await emailOf(org.owner)).toBe(thiefsNext);
    db.at(new Date(db.database.now().getTime() + 71 * 60 * 60 * 1000));
    expect((await open(stop)).body).toMatchObject({ email: before, needsPassword: true });
    expect((await use(stop, { password: "" })).status).toBe(422);
    expect((await use(stop, { password: PASSWORD })).status).toBe(302);
    expect(await emailOf(org.owner)).toBe(before);
    expect(await isSignedIn(cookie)).toBe(false);
    const form = { email: before, password: PASSWORD };
    expect((await call(signInAction, "/auth", { form })).status).toBe(302);
    // The thief's own link to revert has expired.
    expect((await use(secretTo(more, thiefs), { password: "mine once more" })).status).not.toBe(302);
    expect(await emailOf(org.owner)).toBe(before);
  });
});

describe("[AUTH-04] [SET-04] a changed name", () => {
  it("takes effect immediately, is notified by email and recorded in the audit log", async () => {
    const rename = (name: string) => call(nameAction, "/second-factor/name", { cookie, form: { name } });
    expect(await rename("Jana Sommer")).toMatchObject({ status: 302, to: "/settings/account" });
    const { account } = (await call(security, "/settings/account", { cookie })).body as {
      account: { name: string };
    };
    expect(account.name).toBe("Jana Sommer");
    expect((await mails()).map(({ to, text }) => to === org.owner.email && text.includes("Jana Sommer"))).toEqual([
      true,
    ]);
    expect(await logOf(org)).toMatchObject([{ action: "member.change_name", data: { name: "Jana Sommer" } }]);
    expect((await rename("win at evil.example")).status).toBe(422);
    // Saving the same name again changes nothing and notifies no one.
    await rename("Jana Sommer");
    expect(await mails()).toEqual([]);
  });
});
