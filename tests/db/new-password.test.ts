import { describe, expect, it } from "vitest";
import { inspectLink } from "~/domain/identity/inspect-link.server";
import { issueLink } from "~/domain/identity/issue-link.server";
import type { PersonalPurpose } from "~/domain/identity/one-time-link";
import { hashPassword } from "~/platform/passwords.server";
import { action as auth } from "~/routes/_site.auth";
import { action as link } from "~/routes/_site.link.$token";
import { addMember, createOrg } from "../factories/organizations";
import { createUser, linkSecret, signIn, signUpSecret, type Person } from "../factories/people";
import { useDatabase } from "../support/database";
import { call, useRoutes } from "../support/web";
import { tasks } from "../../jobs/tasks";

const db = useDatabase();
useRoutes(db);

const OLD = "the old password";

async function personWithPassword(): Promise<Person> {
  const person = await createUser(db.database);
  await db.ownerPool.query("update app_user set password_hash = $2 where id = $1", [
    person.userId,
    await hashPassword(OLD),
  ]);
  return person;
}

const issue = (person: Person, purpose: PersonalPurpose) =>
  db.database.withIdentity((scope) => linkSecret(scope, { purpose, userId: person.userId }));
const open = (secret: string, form: Record<string, string> = {}) =>
  call(link, `/link/${secret}`, { form, params: { token: secret } });
const sessionsOf = async ({ userId }: Person) =>
  (await db.ownerPool.query<{ id_hash: string }>("select id_hash from session where user_id = $1", [userId])).rows;

describe("[AUTH-04] a new password", () => {
  it("[AUTH-04] revokes all other links and sessions of the user, and nothing of others", async () => {
    const [person, other] = [await personWithPassword(), await personWithPassword()];
    await signIn(db.database, person);
    await signIn(db.database, person);
    await signIn(db.database, other);
    const links = [
      await issue(person, "reset"),
      await issue(person, "invite"),
      await issue(person, "sign-in"),
      await db.database.withIdentity((scope) => signUpSecret(scope, { email: person.email })),
    ];
    const othersLink = await issue(other, "sign-in");

    const answer = await open(await issue(person, "reset"), { password: "the new password" });
    expect(answer).toMatchObject({ status: 302, cookies: { finderlohn: expect.any(String) } });
    expect(await sessionsOf(person)).toHaveLength(1);
    for (const secret of links) {
      expect(await open(secret, { password: "another one" })).toMatchObject({ status: 410, cookies: {} });
    }
    expect(await sessionsOf(person)).toHaveLength(1);

    expect(await sessionsOf(other)).toHaveLength(1);
    expect(await open(othersLink)).toMatchObject({ status: 302 });
  });

  it("[AUTH-04] is notified once to the user and to the other owners of their organization", async () => {
    const org = await createOrg(db.database);
    const other = await addMember(db.database, org, { role: "owner" });
    const member = await addMember(db.database, org);
    await db.runJobs();
    db.mails.length = 0;
    for (const person of [org.owner, member]) {
      await open(await issue(person, "reset"), { password: "quite another word" });
    }
    const jobs = await db.jobs("mail.security");
    await db.runJobs();
    const told = () => db.mails.map(({ to, subject }) => [to.address, subject]).sort();
    const expected = [
      [org.owner.email, "Your password was changed"],
      [member.email, "Your password was changed"],
      [other.email, `${org.name}: New password set: ${org.owner.name}`],
    ].sort();
    expect(told()).toEqual(expected);
    // A repeated job does not notify again.
    for (const { payload } of jobs) await tasks["mail.security"].run(payload, db.context);
    await db.runJobs();
    expect(told()).toEqual(expected);
  });

  it("[AUTH-04] defeats nine concurrent sign-ins with the old password", async () => {
    for (let round = 0; round < 5; round++) {
      const person = await personWithPassword();
      const reset = await issue(person, "reset");
      const signIns = Array.from({ length: 9 }, () =>
        call(auth, "/auth", { form: { email: person.email, password: OLD } }),
      );
      const [mine, ...others] = await Promise.all([open(reset, { password: "the new password" }), ...signIns]);
      expect(mine.status).toBe(302);
      for (const { status, cookies } of others) {
        expect([302, 401]).toContain(status);
        expect(Boolean(cookies["finderlohn"])).toBe(status === 302);
      }
      expect(await sessionsOf(person), `round ${round}`).toHaveLength(1);
      expect((await call(auth, "/auth", { form: { email: person.email, password: OLD } })).status).toBe(401);
    }
  });

  it("[AUTH-04] defeats twelve links that are used concurrently", async () => {
    for (let round = 0; round < 5; round++) {
      const person = await personWithPassword();
      const reset = await issue(person, "reset");
      const links = await Promise.all(Array.from({ length: 9 }, () => issue(person, "sign-in")));
      const [mine, ...others] = await Promise.all([
        open(reset, { password: "the new password" }),
        ...links.map((secret) => open(secret)),
      ]);
      expect(mine.status).toBe(302);
      for (const { status } of others) expect([302, 410]).toContain(status);
      expect(await sessionsOf(person), `round ${round}`).toHaveLength(1);
    }
  });

  it("[AUTH-04] prevents the email of a link that was revoked before it was sent", async () => {
    const person = await personWithPassword();
    db.mails.length = 0;
    await db.database.withIdentity((scope) => issueLink(scope, { purpose: "sign-in", userId: person.userId }));
    const reset = await issue(person, "reset");
    await open(reset, { password: "the new password" });
    await db.runJobs();
    const links = db.mails.filter(({ text }) => text.includes("/link/"));
    expect(links.filter(({ to }) => to.address === person.email)).toEqual([]);
    await expect(db.database.withIdentity((scope) => inspectLink(scope, reset))).rejects.toMatchObject({
      code: "link_used",
    });
  });
});
