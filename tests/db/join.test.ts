import { beforeEach, describe, expect, test } from "vitest";
import { readMembers, listInvitations } from "~/domain/members/list-members.server";
import { saveMailChoices } from "~/domain/notifications/mail-choices.server";
import { readSession } from "~/domain/identity/session.server";
import { hashPassword, verifyPassword } from "~/platform/passwords.server";
import { action as auth } from "~/routes/_site.auth";
import { action as join, loader as joinPage } from "~/routes/_site.link_.$token.join";
import { action as handOver } from "~/routes/_app.settings.members.hand-over";
import { sessionCookie } from "~/server/app-context.server";
import { activeAffiliate, invitedAffiliate } from "../factories/affiliates";
import { invitedMember } from "../factories/members";
import { addMember, asOwner, createOrg, type Org } from "../factories/organizations";
import { createUser, nextNumber, signIn, signUpSecret } from "../factories/people";
import { TEST_APP_URL, useDatabase } from "../support/database";
import { call, useRoutes, type Answer } from "../support/web";

const db = useDatabase();
useRoutes(db);
const CHOSEN = { name: "Nina Neu", password: "correct horse battery" };
let org: Org;

let nina: string;
beforeEach(async () => {
  await db.ownerPool.query("delete from rate_limit; delete from session");
  nina = `nina-${nextNumber()}@example.com`;
  org = await createOrg(db.database, { name: "Nordlicht" });
});

const params = (token: string) => ({ params: { token } });
const open = (secret: string) => call(joinPage, `/link/${secret}/join`, params(secret));
const use = (secret: string, form: Record<string, string> = CHOSEN) =>
  call(join, `/link/${secret}/join`, { form, ...params(secret) });
const members = (of = org) => asOwner(db.database, of, readMembers);
async function sessionOf({ cookies }: Answer) {
  const secret: unknown = await sessionCookie().parse(`finderlohn=${cookies["finderlohn"]}`);
  return db.database.withIdentity((scope) => readSession(scope, String(secret)));
}
const codeOf = ({ body }: Answer) => (body as { error?: Record<string, string[]> }).error;

describe("[ORG-05] an invited person", () => {
  test("[ORG-05] without an account chooses name and password and opens the organization", async () => {
    const { secret } = await invitedMember(db.database, org, nina);
    expect((await open(secret)).body).toMatchObject({
      invitation: { email: nina, role: "member", organization: "Nordlicht", account: "none" },
    });
    expect((await use(secret, {})).status).toBe(422);
    const answer = await use(secret);
    expect(answer).toMatchObject({ status: 302, to: "/leads" });
    expect(await sessionOf(answer)).toMatchObject({
      email: nina,
      name: "Nina Neu",
      membership: { orgId: org.orgId, role: "member" },
    });
    const again = await call(auth, "/auth", { form: { email: nina, ...CHOSEN } });
    expect(again).toMatchObject({ to: "/leads" });
    expect(await asOwner(db.database, org, listInvitations)).toEqual([]);
    const { rows } = await db.ownerPool.query("select actor, data from audit_log where action = 'member.accept'");
    expect(rows).toMatchObject([{ data: { email: nina, role: "member" } }]);
  });

  test("[ORG-05] with an account is signed in to this organization, besides their own", async () => {
    const own = await createOrg(db.database);
    const { secret } = await invitedMember(db.database, org, own.owner.email, "owner");
    const passwordHash = await hashPassword("what I have had");
    await db.ownerPool.query("update app_user set password_hash = $1 where id = $2", [passwordHash, own.owner.userId]);
    expect((await open(secret)).body).toMatchObject({ invitation: { account: "complete" } });
    // The account stays unchanged, whatever the form contains.
    const answer = await use(secret, CHOSEN);
    expect(await sessionOf(answer)).toMatchObject({
      name: own.owner.name,
      membership: { orgId: org.orgId, role: "owner" },
      memberships: expect.arrayContaining([{ orgId: own.orgId, role: "owner" }]) as unknown,
    });
    const { rows } = await db.ownerPool.query<{ password_hash: string }>(
      "select password_hash from app_user where id = $1",
      [own.owner.userId],
    );
    expect(await verifyPassword(rows[0]!.password_hash, "what I have had")).toBe(true);
  });

  test("[ORG-05] who is an affiliate, also of this organization, stays one", async () => {
    const affiliate = await activeAffiliate(db.database, org);
    await db.ownerPool.query("update app_user set email_confirmed_at = now() where id = $1", [affiliate.userId]);
    const { secret } = await invitedMember(db.database, org, affiliate.email);
    expect((await open(secret)).body).toMatchObject({ invitation: { account: "passwordless" } });
    expect((await use(secret, {})).status).toBe(422);
    expect(await sessionOf(await use(secret))).toMatchObject({
      name: affiliate.name,
      membership: { orgId: org.orgId, role: "member" },
      affiliation: { affiliateId: affiliate.affiliateId },
    });
  });

  test("[AUTH-15] replaces a stranger's sign-up with the address, and a name given by others", async () => {
    const email = nina;
    await invitedAffiliate(db.database, await createOrg(db.database), { email, name: "Given Name" });
    const stranger = await db.database.withIdentity(async (scope) =>
      signUpSecret(scope, { email, passwordHash: await hashPassword("stranger's password") }),
    );
    const { secret } = await invitedMember(db.database, org, email);
    expect(await sessionOf(await use(secret))).toMatchObject({ name: "Nina Neu" });
    const { rows } = await db.ownerPool.query<{ expired: boolean }>(
      "select expires_at <= created_at as expired from sign_up where email = $1",
      [email],
    );
    expect(rows).toEqual([{ expired: true }]);
    expect(stranger).toBeTruthy();
    const tried = await call(auth, "/auth", { form: { email, password: "stranger's password" } });
    expect(tried.to).toBeNull();
  });
});

describe("[NOT-01] staff", () => {
  beforeEach(async () => {
    await db.runJobs();
    db.mails.splice(0);
  });

  test("are notified once each of an accepted invitation, except the user who accepted it", async () => {
    const max = await addMember(db.database, org);
    await addMember(db.database, await createOrg(db.database));
    const { id, secret } = await invitedMember(db.database, org, nina);
    await use(secret);
    expect((await use(secret)).status).toBe(410);
    const told = [org.owner, max];
    const { rows } = await db.ownerPool.query<Record<string, unknown>>(
      "select user_id, type, params, subject_id from notification where org_id = $1 order by user_id",
      [org.orgId],
    );
    expect(rows).toEqual(
      told
        .map(({ userId }) => userId)
        .sort()
        .map((user_id) => ({ user_id, type: "member_joined", params: { email: nina }, subject_id: id })),
    );
    await db.runJobs();
    const mails = db.mails.filter(({ subject }) => /accepted/.test(subject));
    expect(mails.map(({ to }) => to.address).sort()).toEqual(told.map(({ email }) => email).sort());
    expect(mails[0]!.text).toContain(`${TEST_APP_URL}/in/${org.orgId}/settings/members`);
    expect(mails[0]!.headers!["List-Unsubscribe"]).toMatch(/^<.*\/unsubscribe\//);
  });

  test("with muted emails get only the notification, and an existing member causes none", async () => {
    await asOwner(db.database, org, (scope) => saveMailChoices(scope, ["lead_created"]));
    const { secret } = await invitedMember(db.database, org, nina);
    await use(secret);
    await db.runJobs();
    expect(db.mails).toEqual([]);
    const count = () => asOwner(db.database, org, (scope) => scope.db.notification.count());
    expect(await count()).toBe(1);
    // Invited again while they were away, and added in the meantime.
    const again = await asOwner(db.database, org, async (scope) => {
      const { userId } = await scope.db.membership.findFirstOrThrow({ where: { role: "member" } });
      await scope.db.membership.deleteMany({ where: { userId } });
      return userId;
    });
    await db.ownerPool.query("update member_invitation set sent_at = now() - interval '1 hour'");
    const second = await invitedMember(db.database, org, nina);
    await asOwner(db.database, org, (scope) => scope.db.membership.create({ data: { userId: again, role: "member" } }));
    await use(second.secret, {});
    expect(await count()).toBe(1);
  });
});

describe("[ORG-05] an invitation link", () => {
  test("[ORG-05] is used up only by its button, once, within the hour", async () => {
    const { id, secret } = await invitedMember(db.database, org, nina);
    for (let round = 0; round < 3; round++) expect((await open(secret)).status).toBe(200);
    const ends = (when: string) =>
      db.ownerPool.query(`update member_invitation set expires_at = ${when} where id = $1`, [id]);
    await ends("now()");
    expect(await open(secret)).toMatchObject({ status: 410, body: { problem: "link_expired" } });
    expect((await use(secret)).status).toBe(410);
    await ends("now() + interval '1 minute'");
    expect((await use(secret)).status).toBe(302);
    expect(await open(secret)).toMatchObject({ status: 410, body: { problem: "link_used" } });
    const second = await use(secret);
    expect(codeOf(second)).toEqual({ "": ["link_used"] });
  });

  test("[ORG-05] is invalid once revoked, and with another organization or purpose", async () => {
    const { id, secret } = await invitedMember(db.database, org, nina);
    const other = await createOrg(db.database);
    const moved = other.orgId.replaceAll("-", "") + secret.slice(32);
    const nowhere = crypto.randomUUID().replaceAll("-", "") + secret.slice(32);
    for (const wrong of [moved, nowhere, secret.slice(33), `${secret}x`, "", "x".repeat(5000)]) {
      expect(await open(wrong)).toMatchObject({ status: 404, body: { problem: "link_unknown" } });
      expect((await use(wrong)).status).toBe(404);
    }
    await db.ownerPool.query("update member_invitation set revoked_at = now() where id = $1", [id]);
    expect(await open(secret)).toMatchObject({ status: 410, body: { problem: "invitation_revoked" } });
    expect((await use(secret)).status).toBe(410);
    expect(await members()).toHaveLength(1);
  });

  test("[ORG-05] creates one member and one session for 50 concurrent uses", async () => {
    const { secret } = await invitedMember(db.database, org, nina);
    const answers = await Promise.all(Array.from({ length: 50 }, () => use(secret)));
    expect(answers.filter(({ status }) => status === 302)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 410)).toHaveLength(49);
    expect(await members()).toHaveLength(2);
    const { rows } = await db.ownerPool.query(
      `select (select count(*)::int from session) as sessions,
         (select count(*)::int from audit_log where action = 'member.accept' and org_id = $1) as entries`,
      [org.orgId],
    );
    expect(rows).toEqual([{ sessions: 1, entries: 1 }]);
  });
});

describe("[ORG-05] transferring the organization requires re-authentication", () => {
  const PASSWORD = "correct horse battery";

  test("[ORG-05] with the password of the acting owner, and guesses are limited", async () => {
    const heir = await addMember(db.database, org);
    await db.ownerPool.query("update app_user set password_hash = $1 where id = $2", [
      await hashPassword(PASSWORD),
      org.owner.userId,
    ]);
    const cookieOf = async (who: { userId: string }) =>
      (await sessionCookie().serialize(await signIn(db.database, who, { isProven: false }))).split(";")[0]!;
    const session = await cookieOf(org.owner);
    const ask = async (who: { userId: string }, password: string, member = heir.userId) =>
      call(handOver, "/settings/members/hand-over", {
        form: { member, proof: "password", password },
        cookie: who === org.owner ? session : await cookieOf(who),
      });
    const wrong = await ask(org.owner, "wrong password");
    expect(wrong.status).toBe(422);
    expect(codeOf(wrong)).toEqual({ password: ["password_wrong"] });
    expect(JSON.stringify(wrong.body)).not.toContain("wrong password");
    expect((await ask(org.owner, "")).status).toBe(403);
    expect((await ask(org.owner, PASSWORD, (await createUser(db.database)).userId)).status).toBe(404);
    for (let guess = 0; guess < 9; guess++) expect((await ask(org.owner, "guess")).status).toBe(422);
    expect(await ask(org.owner, PASSWORD)).toMatchObject({ status: 429 });
    await db.ownerPool.query("delete from rate_limit");
    expect(await ask(org.owner, PASSWORD)).toMatchObject({ status: 302, to: "/settings/members" });
    expect((await members()).map(({ id, role }) => [id, role])).toEqual(
      expect.arrayContaining([
        [heir.userId, "owner"],
        [org.owner.userId, "member"],
      ]),
    );
  });
});
