import { describe, expect, it } from "vitest";
import { action as auth } from "~/routes/_site.auth";
import { hashNewPassword } from "~/server/new-password.server";
import { action as link } from "~/routes/_site.link.$token";
import { loader as leads } from "~/routes/_app.leads/route";
import { createOrg } from "../factories/organizations";
import { createUser, linkSecret, nextNumber, signIn as newSession, type Person } from "../factories/people";
import { sessionCookie } from "~/server/app-context.server";
import { useDatabase } from "../support/database";
import { call, useRoutes } from "../support/web";

const db = useDatabase();
useRoutes(db);

const freshIp = () => `198.51.100.${nextNumber()}`;
const signIn = (email: string, password: string, cookie?: string) =>
  call(auth, "/auth", { form: { email, password }, ip: freshIp(), ...(cookie && { cookie }) });

/** Sets a password with a reset link. */
async function reset({ userId }: Person, password: string) {
  const secret = await db.database.withIdentity((scope) => linkSecret(scope, { purpose: "reset", userId }));
  return call(link, `/link/${secret}`, { form: { password }, params: { token: secret } });
}

describe("[AUTH-01] [AUTH-04] I3 a new password", () => {
  it.each([
    ...["password", "12345678", "PassWord", "iloveyou", "passwort"].map((word) => [word, "password_common"]),
    ["aaaaaaaa", "password_pattern"],
    ["a".repeat(128), "password_pattern"],
    ["qwertzuiop", "password_pattern"],
    ["ABCDEFGHIJK", "password_pattern"],
    ["Sommer2026", "password_easy"],
    ["hamburg1234", "password_easy"],
    ["finderlohn", "password_personal"],
    ["Finderlohn1", "password_personal"],
    ["annliebermann", "password_personal"],
    ["Nordlicht2026", "password_personal"],
  ])("I3 is not %s: %s", async (password, reason) => {
    const email = `ann-${nextNumber()}@nordlicht-media.example`;
    const org = await createOrg(db.database, { name: "Nordlicht Media GmbH" });
    await db.ownerPool.query("update app_user set name = 'Ann Liebermann' where id = $1", [org.owner.userId]);
    const signedUp = call(auth, "/auth?tab=signup", {
      form: { name: "Ann Liebermann", email, password },
      ip: freshIp(),
    });
    for (const refused of [await signedUp, await reset(org.owner, password)]) {
      expect(refused.status).toBe(422);
      expect(refused.body).toMatchObject({ error: { password: [reason] } });
    }
  });

  it("I3 is checked quickly for any input", async () => {
    await hashNewPassword("correct horse battery", {});
    for (const hostile of ["@$3!", "lI1|!", "ab1", "x7", "4@8({[<369&#!1/|0$5+7%2"]) {
      const begun = process.cpuUsage();
      await hashNewPassword(hostile.repeat(64).slice(0, 128), {}).catch(() => null);
      expect(process.cpuUsage(begun).user, hostile).toBeLessThan(2_000_000);
    }
  });

  it.each([
    ["of one kind of characters", "xkqvwzjpxkqv"],
    ["of spaces at its ends", "  spaces at both ends  "],
    ["of other scripts", "пароль и 密码 🔑"],
    ["of 64 characters", "k7vq".repeat(2) + "zR4m".repeat(14)],
    ["of 128 characters", "wjx8 pq3r kfz0 mv6t ".repeat(7).slice(0, 127) + "Z"],
  ])("I3 may be %s, and is compared exactly", async (_, password) => {
    const person = await createUser(db.database);
    expect((await reset(person, password)).status).toBe(302);
    expect((await signIn(person.email, password)).status).toBe(302);
    const flip = (text: string) => (text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase());
    const others = [password.slice(0, -1), password.slice(1), flip(password), `${password} `];
    for (const other of others.filter((one) => one !== password)) {
      expect((await signIn(person.email, other)).status, other).not.toBe(302);
    }
  });

  it("I3 is stored as an argon2id hash", async () => {
    const person = await createUser(db.database);
    await reset(person, "a password of one's own");
    const { rows } = await db.ownerPool.query<{ password_hash: string }>(
      "select password_hash from app_user where id = $1",
      [person.userId],
    );
    const [, memory, time] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$/.exec(rows[0]!.password_hash)!;
    // As OWASP recommends: at least 19 MiB and two rounds.
    expect(Number(memory)).toBeGreaterThanOrEqual(19_456);
    expect(Number(time)).toBeGreaterThanOrEqual(2);
  });
});

describe("[AUTH-08] the session of a sign-in", () => {
  const opens = async (cookie: string) => (await call(leads, "/leads", { cookie })).to;

  it("[AUTH-08] is new for each sign-in, and the earlier one in this browser ends", async () => {
    const { owner } = await createOrg(db.database);
    await reset({ ...owner, name: "" }, "a password of one's own");
    const cookies: string[] = [];
    for (let time = 0; time < 3; time++) {
      const answer = await signIn(owner.email, "a password of one's own", cookies.at(-1));
      cookies.push(`finderlohn=${answer.cookies["finderlohn"]}`);
    }
    expect(new Set(cookies).size).toBe(3);
    expect(await opens(cookies[2]!)).toBeNull();
    for (const before of cookies.slice(0, 2)) expect(await opens(before)).toMatch(/^\/auth/);
  });

  it("[AUTH-06] gives no access to an organization once the user has left it", async () => {
    const { orgId, owner } = await createOrg(db.database);
    const cookie = (await sessionCookie().serialize(await newSession(db.database, owner))).split(";")[0]!;
    expect(await opens(cookie)).toBeNull();
    await db.ownerPool.query("delete from membership where org_id = $1 and user_id = $2", [orgId, owner.userId]);
    expect(await opens(cookie)).toBe("/onboarding");
  });
});
