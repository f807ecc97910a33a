import { hash } from "@node-rs/argon2";
import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from "vitest";
import { isOutdated, verifyPassword } from "~/platform/passwords.server";
import { log } from "~/platform/log.server";
import { action as auth } from "~/routes/_site.auth";
import { action as link, loader as linkPage } from "~/routes/_site.link.$token";
import { action as resendConfirmation } from "~/routes/auth.send-again";
import { action as signOut } from "~/routes/auth.sign-out";
import { createUser, linkSecret, signUpSecret, type Person } from "../factories/people";
import { useDatabase } from "../support/database";
import { call, useRoutes, type Answer } from "../support/web";

const db = useDatabase();
useRoutes(db);

const PASSWORD = "correct horse battery";
/** Hash parameters of some years ago. */
const old = () => hash(PASSWORD, { memoryCost: 4096, timeCost: 3, parallelism: 1 });

async function personWith(passwordHash: string): Promise<Person> {
  const person = await createUser(db.database);
  await db.ownerPool.query("update app_user set password_hash = $2 where id = $1", [person.userId, passwordHash]);
  return person;
}

const storedHash = async ({ userId }: Person) =>
  (await db.ownerPool.query<{ password_hash: string }>("select password_hash from app_user where id = $1", [userId]))
    .rows[0]!.password_hash;
const signIn = (email: string, password = PASSWORD) => call(auth, "/auth", { form: { email, password } });
const issue = ({ userId }: Person, purpose: "reset" | "sign-in") =>
  db.database.withIdentity((scope) => linkSecret(scope, { purpose, userId }));
const open = (secret: string, form: Record<string, string> = {}) =>
  call(link, `/link/${secret}`, { form, params: { token: secret } });
const cookieOf = ({ cookies }: Answer) => `finderlohn=${cookies["finderlohn"]}`;
const toastOf = ({ cookies }: Answer) =>
  JSON.parse(Buffer.from(decodeURIComponent(cookies["flash"] ?? ""), "base64").toString()) as Record<string, string>;

describe("[OPS-02] every sign-in and sign-out writes one log line", () => {
  let lines: MockInstance<typeof log.info>;
  beforeEach(() => void (lines = vi.spyOn(log, "info")));
  afterEach(() => lines.mockRestore());
  const events = () => lines.mock.calls.splice(0).map(([fields]) => fields as unknown as Record<string, string>);

  it("[OPS-02] with the request, and without a secret or a full address", async () => {
    const person = await personWith(await old());
    const user_id = person.userId;
    const answer = await signIn(person.email);
    const written = events();
    expect(written).toMatchObject([{ event: "signed_in", user_id, ip: "127.0.0.1" }]);
    expect(written[0]!["request_id"]).toMatch(/^[0-9a-f-]{36}$/);

    await call(signOut, "/auth/sign-out", { form: {}, cookie: cookieOf(answer) });
    expect(events()).toMatchObject([{ event: "signed_out", user_id }]);
    await call(signOut, "/auth/sign-out", { form: {}, cookie: cookieOf(answer) });
    expect(events()).toEqual([]);

    await signIn(person.email, "wrong");
    await signIn(person.email, "wrong again");
    await signIn("nobody@example.com");
    const failed = events();
    expect(failed).toMatchObject(Array(3).fill({ event: "sign_in_failed", reason: "credentials_wrong" }));
    expect(failed[0]!["address"]).toBe(failed[1]!["address"]);
    expect(failed[0]!["address"]).not.toBe(failed[2]!["address"]);
    expect(JSON.stringify(failed)).not.toMatch(/@|wrong again|user_id/);

    const reset = await issue(person, "reset");
    await open(reset, { password: "the new password" });
    await open(reset, { password: "another password" });
    await open("no-such-link");
    const used = events();
    expect(used).toMatchObject([
      { event: "signed_in", user_id },
      { event: "link_used", purpose: "reset", user_id },
      { event: "password_changed", user_id },
      { event: "link_refused", purpose: "reset", reason: "link_used" },
      { event: "link_refused", reason: "link_unknown" },
    ]);
    expect(JSON.stringify(used)).not.toContain(reset);
  });
});

describe("a stored hash with old parameters", () => {
  it("is renewed only by the next sign-in", async () => {
    const person = await personWith(await old());
    await signIn(person.email, "wrong");
    expect(isOutdated(await storedHash(person))).toBe(true);
    expect((await signIn(person.email)).status).toBe(302);
    const renewed = await storedHash(person);
    expect(isOutdated(renewed)).toBe(false);
    expect(await verifyPassword(renewed, PASSWORD)).toBe(true);
    await signIn(person.email);
    expect(await storedHash(person)).toBe(renewed);
  });

  it("does not block concurrent sign-ins", async () => {
    const person = await personWith(await old());
    const answers = await Promise.all([signIn(person.email), signIn(person.email), signIn(person.email)]);
    expect(answers.map(({ status }) => status)).toEqual([302, 302, 302]);
  });
});

describe("the message on the next page", () => {
  it("[AUTH-02] [AUTH-04] [AUTH-07] confirms sign-in, sign-out, a created account and a saved password", async () => {
    const person = await personWith(await old());
    const answer = await signIn(person.email);
    expect(toastOf(answer)).toMatchObject({ tone: "success", title: "Signed in" });
    const left = await call(signOut, "/auth/sign-out", {
      form: { door: "affiliate" },
      cookie: cookieOf(answer),
    });
    expect(left.to).toBe("/affiliate/login");
    expect(toastOf(left)).toMatchObject({ title: "Signed out" });
    expect(toastOf(await open(await issue(person, "sign-in")))).toMatchObject({ title: "Signed in" });
    const reset = await open(await issue(person, "reset"), { password: "the new password" });
    expect(toastOf(reset)).toMatchObject({ title: "Password saved" });
    const asked = await db.database.withIdentity((scope) => signUpSecret(scope));
    const confirmed = await open(asked, { password: "the new password" });
    expect(confirmed.to).toBe("/onboarding");
    expect(toastOf(confirmed)).toMatchObject({ title: "Account created" });
  });

  it("[AUTH-02] names the address of a pending sign-up, whose email can be resent", async () => {
    const email = "pending@example.com";
    await call(auth, "/auth?tab=signup", { form: { name: "Ann", email, password: PASSWORD } });
    await db.runJobs();
    db.mails.splice(0, db.mails.length - 1);
    const refused = await signIn(email);
    expect(refused.status).toBe(403);
    const [error] = (refused.body as { error: Record<string, string[]> }).error[""]!;
    const { email: shown, sign_up } = JSON.parse(error!.slice("sign_up_pending|".length)) as Record<string, string>;
    expect(shown).toBe(email);
    const again = await call(resendConfirmation, "/auth/send-again", { form: { sign_up: sign_up! } });
    expect(again).toMatchObject({ status: 302, to: "/auth/check-mail?for=confirm" });
    await db.runJobs();
    expect(db.mails.map(({ to }) => to.address)).toEqual([email, email]);
    // Any other input gets the same response.
    const words = (answer: Answer) => ({ ...answer, cookies: toastOf(answer)["title"] });
    for (const form of [{ sign_up: crypto.randomUUID() }, { sign_up: "x" }, {}] as Record<string, string>[]) {
      expect(words(await call(resendConfirmation, "/auth/send-again", { form }))).toEqual(words(again));
    }
    expect(await db.jobs()).toEqual([]);
  });
});

describe("[AUTH-12] the page of a link", () => {
  const look = (secret: string, cookie?: string) =>
    call(linkPage, `/link/${secret}`, { params: { token: secret }, ...(cookie && { cookie }) });

  it("[AUTH-12] shows whose account it opens and who else is signed in here", async () => {
    const [person, other] = [await personWith(await old()), await personWith(await old())];
    const secret = await issue(person, "sign-in");
    expect((await look(secret)).body).toMatchObject({ email: person.email, other: null, problem: null });
    const own = cookieOf(await signIn(person.email));
    expect((await look(secret, own)).body).toMatchObject({ email: person.email, other: null });
    const others = cookieOf(await signIn(other.email));
    const { body } = await look(secret, others);
    expect(body).toMatchObject({ email: person.email, other: { email: other.email, home: "/onboarding" } });
    const asked = await db.database.withIdentity((scope) => signUpSecret(scope, { email: "new@example.com" }));
    expect((await look(asked)).body).toMatchObject({ purpose: "confirm", email: "new@example.com" });
  });

  it("[AUTH-12] redirects a signed-in user if it was used", async () => {
    const secret = await db.database.withIdentity((scope) => signUpSecret(scope));
    const mine = cookieOf(await open(secret, { password: "the new password" }));
    const used = { problem: "link_used", email: null, purpose: "confirm" };
    expect(await look(secret, mine)).toMatchObject({ status: 410, body: { ...used, home: "/onboarding" } });
    expect(await look(secret)).toMatchObject({ status: 410, body: { ...used, home: null } });
  });
});
