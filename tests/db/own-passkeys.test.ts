import { describe, expect, it } from "vitest";
import { loader as securityPage } from "~/routes/_app.settings.account/route";
import { action as section } from "~/routes/_site.second-factor.passkey/route";
import { action as newCodes } from "~/routes/_site.second-factor.codes";
import { action as removal } from "~/routes/_site.second-factor.remove";
import { signIn as startSession } from "../factories/people";
import { useDatabase } from "../support/database";
import { cookiesOf, errorOf, PASSWORD, SECTION, usePasskeys } from "../support/passkey-person";
import { newAuthenticator, type SigningOptions } from "../support/passkeys";
import { call } from "../support/web";

const db = useDatabase();
const { people, newOrg, password, count, passkeyOf, challenge, begin, setUp, signIn } = usePasskeys(db);

describe("[AUTH-14] a user's own passkey", () => {
  it("[AUTH-14] is added only after the password, with recovery codes, and ends all other sessions", async () => {
    await startSession(db.database, people.org.owner);
    const session = cookiesOf(await password());
    const refused = await begin(session, { proof: "password", password: "wrong" });
    expect(refused.begun).toMatchObject({ status: 422 });
    expect(refused.options).toBeNull();
    const { begun, cookie, options } = await begin(session);
    expect(begun).toMatchObject({ status: 302, to: `${SECTION}?redirectTo=%2Fsettings%2Faccount` });
    expect(options).toMatchObject({
      rp: { id: "localhost" },
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
    const passkey = newAuthenticator().make(options!.challenge);
    const form = { intent: "add", name: " Jana’s phone ", passkey };
    // Without the challenge's cookie, which requires re-authentication, nothing is added.
    expect(await call(section, SECTION, { form, cookie: session })).toMatchObject({ status: 409 });
    expect(await count("session")).toBe(2);
    const added = await call(section, SECTION, { form, cookie });
    expect((added.body as { codes: string[] }).codes).toHaveLength(10);
    expect(await count("session")).toBe(1);
    const page = await call(securityPage, "/settings/account", { cookie: session });
    expect(page.body).toMatchObject({
      factor: { isOn: true, codesLeft: 10, passkeys: [{ name: "Jana’s phone", lastUsedAt: null }] },
    });
    await db.runJobs();
    expect(db.mails.at(-1)!.subject).toBe("Two-factor authentication is on");
  });

  it.each<[string, SigningOptions]>([
    ["made at another address", { origin: "https://finderlohn.example" }],
    ["made for another host", { host: "finderlohn.example" }],
    ["made without user verification", { isVerified: false }],
  ])("[AUTH-14] %s is not added", async (_, options) => {
    const { cookie, options: asked } = await begin(cookiesOf(await password()));
    const passkey = newAuthenticator().make(asked!.challenge, options);
    const added = await call(section, SECTION, { form: { intent: "add", name: "X", passkey }, cookie });
    expect(errorOf(added)).toBe("passkey_wrong");
    expect(await count("passkey")).toBe(0);
  });

  it("[AUTH-14] is removed only with the second factor, and removing the last one disables 2FA and notifies the user", async () => {
    const { authenticator, session, codes } = await setUp();
    const id = await passkeyOf(people.org);
    const remove = (shown: Record<string, string>, cookie = session) =>
      call(removal, "/second-factor/remove", { form: { id, ...shown }, cookie });
    expect(await remove({ proof: "password", password: PASSWORD })).toMatchObject({ status: 401 });
    expect(await remove({ proof: "code", code: "ABCD-EFGH-JKMN" })).toMatchObject({ status: 401 });
    const asked = await challenge(session, true);
    const wrong = { proof: "passkey", passkey: newAuthenticator().answer(asked.challenge) };
    expect(await remove(wrong, asked.cookie)).toMatchObject({ status: 401 });
    expect(await password()).toMatchObject({ to: "/auth/code" });

    const again = await challenge(session, true);
    const right = { proof: "passkey", passkey: authenticator.answer(again.challenge) };
    expect(await remove(right, again.cookie)).toMatchObject({ status: 302, to: "/settings/account" });
    expect(await password()).toMatchObject({ to: "/leads" });
    expect(errorOf(await signIn(authenticator))).toBe("passkey_unknown");
    expect(await count("recovery_code")).toBe(0);
    expect(codes).toHaveLength(10);
    await db.runJobs();
    expect(db.mails.at(-1)!.subject).toBe("Two-factor authentication is off");
  });

  it("[AUTH-14] as a second one requires the second factor, keeps the recovery codes, and either can be removed", async () => {
    const { session, codes } = await setUp();
    const refused = await begin(session);
    expect(refused.options).toBeNull();
    const { cookie, options } = await begin(session, { proof: "code", code: codes[0]! });
    const passkey = newAuthenticator().make(options!.challenge);
    const added = await call(section, SECTION, { form: { intent: "add", name: "Key", passkey }, cookie });
    expect(added).toMatchObject({ status: 302, to: "/settings/account" });
    const form = { id: await passkeyOf(people.org), proof: "code", code: codes[1]! };
    expect(await call(removal, "/second-factor/remove", { form, cookie: session })).toMatchObject({
      status: 302,
    });
    expect(await password()).toMatchObject({ to: "/auth/code" });
    expect(await count("recovery_code")).toBe(10);
    await db.runJobs();
    expect(db.mails.at(-1)!.subject).toBe("Two-factor authentication was changed");
  });

  it("[AUTH-14] of another user cannot be removed, and new recovery codes require the second factor", async () => {
    const other = await newOrg();
    await setUp(other.owner.email);
    const { session, codes } = await setUp();
    const form = { id: await passkeyOf(other), proof: "code", code: codes[0]! };
    expect(await call(removal, "/second-factor/remove", { form, cookie: session })).toMatchObject({
      status: 404,
    });
    expect(await count("passkey", other.owner)).toBe(1);
    const shown = { proof: "password", password: PASSWORD };
    expect(await call(newCodes, "/second-factor/codes", { form: shown, cookie: session })).toMatchObject({
      status: 401,
    });
  });
});
