import { describe, expect, it } from "vitest";
import { action as second } from "~/routes/_site.auth_.code";
import { action as alone } from "~/routes/_site.auth_.passkey";
import { loader as home } from "~/routes/_app.settings.notifications";
import { loader as securityPage } from "~/routes/_app.settings.account/route";
import { useDatabase } from "../support/database";
import { cookiesOf, errorOf, usePasskeys } from "../support/passkey-person";
import { newAuthenticator, type Authenticator, type SigningOptions } from "../support/passkeys";
import { call } from "../support/web";

const db = useDatabase();
const { newOrg, password, count, challenge, setUp, signIn } = usePasskeys(db);

describe("[AUTH-14] a passkey", () => {
  it("[AUTH-14] signs in alone, counts as the second factor, and its use is recorded", async () => {
    const { authenticator } = await setUp();
    const inside = await signIn(authenticator);
    expect(inside).toMatchObject({ status: 302, to: "/leads" });
    const cookie = cookiesOf(inside);
    expect(await call(home, "/settings/notifications", { cookie })).toMatchObject({ status: 200 });
    const page = await call(securityPage, "/settings/notifications", { cookie });
    expect(page.body).toMatchObject({ factor: { passkeys: [{ lastUsedAt: expect.any(String) as string }] } });
  });

  it("[AUTH-14] signs in once per response, also concurrently and in several processes", async () => {
    const { authenticator } = await setUp();
    const before = await count("session");
    const asked = await challenge();
    const form = { passkey: authenticator.answer(asked.challenge) };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => call(alone, "/auth/passkey", { form, cookie: asked.cookie })),
    );
    expect(answers.filter(({ status }) => status === 302)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status === 409).map(errorOf);
    expect(new Set(refused)).toEqual(new Set(["passkey_ended"]));
    expect(refused).toHaveLength(19);
    expect(await count("session")).toBe(before + 1);
  });

  it("[AUTH-14] has a challenge that a wrong response uses up and that belongs to one browser", async () => {
    const { authenticator } = await setUp();
    const asked = await challenge();
    const wrong = { passkey: newAuthenticator().answer(asked.challenge) };
    expect(errorOf(await call(alone, "/auth/passkey", { form: wrong, cookie: asked.cookie }))).toBe("passkey_unknown");
    const right = { passkey: authenticator.answer(asked.challenge) };
    expect(errorOf(await call(alone, "/auth/passkey", { form: right, cookie: asked.cookie }))).toBe("passkey_ended");
    const [mine, theirs] = [await challenge(), await challenge()];
    const form = { passkey: authenticator.answer(theirs.challenge) };
    expect(errorOf(await call(alone, "/auth/passkey", { form, cookie: mine.cookie }))).toBe("passkey_wrong");
    expect(errorOf(await call(alone, "/auth/passkey", { form, cookie: "" }))).toBe("passkey_ended");
  });

  it.each<[string, SigningOptions, string]>([
    ["at another address", { origin: "https://finderlohn.example" }, "passkey_wrong"],
    ["for another host", { host: "finderlohn.example" }, "passkey_wrong"],
    ["without user verification", { isVerified: false }, "passkey_wrong"],
    ["for another user", { userHandle: "AAAAAAAAAAAAAAAAAAAAAA" }, "passkey_wrong"],
  ])("[AUTH-14] with a response given %s does not sign in", async (_, options, reason) => {
    const { authenticator } = await setUp();
    const before = await count("session");
    expect(errorOf(await signIn(authenticator, options))).toBe(reason);
    expect(await count("session")).toBe(before);
  });

  it.each(["\\u0000", "\\ud83d"])("[AUTH-14] with %s in any text of its response is rejected", async (damage) => {
    for (const passkey of [`{"id":"${damage}"}`, `{"id":"AAAA","response":{"userHandle":"${damage}"}}`]) {
      const { cookie } = await challenge();
      expect(errorOf(await call(alone, "/auth/passkey", { form: { passkey }, cookie }))).toBe("passkey_unknown");
    }
  });

  it("[AUTH-14] signed by another key does not sign in", async () => {
    const { authenticator } = await setUp();
    const asked = await challenge();
    const forged = JSON.parse(newAuthenticator().answer(asked.challenge)) as object;
    const passkey = JSON.stringify({
      ...forged,
      id: authenticator.credentialId,
      rawId: authenticator.credentialId,
    });
    const answer = await call(alone, "/auth/passkey", { form: { passkey }, cookie: asked.cookie });
    expect(errorOf(answer)).toBe("passkey_wrong");
    for (const nonsense of ["x", "{}", '{"id":1}', "null", '{"id":"x","response":null}']) {
      const { cookie } = await challenge();
      expect(errorOf(await call(alone, "/auth/passkey", { form: { passkey: nonsense }, cookie }))).toBe(
        "passkey_unknown",
      );
    }
  });

  it("[AUTH-14] has a counter that never decreases, also with two concurrent responses", async () => {
    const { authenticator } = await setUp(undefined, undefined, { counter: 5 });
    expect(await signIn(authenticator, { counter: 7 })).toMatchObject({ to: "/leads" });
    for (const counter of [7, 6, 0]) {
      expect(errorOf(await signIn(authenticator, { counter }))).toBe("passkey_wrong");
    }
    const twice = await Promise.all([8, 8].map((counter) => signIn(authenticator, { counter })));
    expect(twice.map(({ status }) => status).sort()).toEqual([302, 401]);
  });

  it("[AUTH-14] is requested after the password, where another user's is rejected", async () => {
    const other = await newOrg();
    const { authenticator } = await setUp();
    const theirs = await setUp(other.owner.email);
    const asked = await password();
    expect(asked).toMatchObject({ status: 302, to: "/auth/code" });
    const pending = cookiesOf(asked);
    const step = async (which: Authenticator) => {
      const request = await challenge(pending, true);
      expect(request.ids).toEqual([authenticator.credentialId]);
      const form = { passkey: which.answer(request.challenge) };
      return call(second, "/auth/code", { form, cookie: request.cookie });
    };
    expect(errorOf(await step(theirs.authenticator))).toBe("passkey_unknown");
    expect(await step(authenticator)).toMatchObject({ status: 302, to: "/leads" });
  });

  it("[AUTH-14] [AUTH-13] is rate limited after five wrong ones following the password", async () => {
    const { authenticator } = await setUp();
    const pending = cookiesOf(await password());
    const give = async (which: Authenticator) => {
      const asked = await challenge(pending, true);
      const form = { passkey: which.answer(asked.challenge) };
      return call(second, "/auth/code", { form, cookie: asked.cookie });
    };
    for (let time = 0; time < 5; time++) expect(await give(newAuthenticator())).toMatchObject({ status: 401 });
    expect(await give(authenticator)).toMatchObject({ status: 429 });
  });
});
