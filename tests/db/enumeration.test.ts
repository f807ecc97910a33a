import argon2 from "@node-rs/argon2";
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { hashPassword } from "~/platform/passwords.server";
import { action as affiliateLogin } from "~/routes/_site.affiliate.login";
import { action as auth } from "~/routes/_site.auth";
import { action as forgot } from "~/routes/_site.auth_.forgot";
import { activeAffiliate, invitedAffiliate } from "../factories/affiliates";
import { createOrg } from "../factories/organizations";
import { useDatabase } from "../support/database";
import { call, useRoutes } from "../support/web";

// A stranger who enters a person's address learns nothing, neither from the response nor from its duration.

const db = useDatabase();
useRoutes(db);

const OWN = "the owner's password";
const PLANTED = "a stranger's password";

// All have the same length, so that differences do not come from the address.
const addresses = {
  owner: "owner-1@example.com",
  affiliate: "partn-1@example.com",
  invited: "guest-1@example.com",
  unknown: "nobod-1@example.com",
};
type Who = keyof typeof addresses;
const everybody = Object.keys(addresses) as Who[];

beforeAll(async () => {
  const org = await createOrg(db.database, { ownerEmail: addresses.owner });
  await activeAffiliate(db.database, org, { email: addresses.affiliate });
  await invitedAffiliate(db.database, org, { email: addresses.invited });
  await db.ownerPool.query("update app_user set password_hash = $2 where email = $1", [
    addresses.owner,
    await hashPassword(OWN),
  ]);
});

/** Clears the rate limits, which have their own tests. */
const clearAttempts = () => db.ownerPool.query("delete from rate_limit");
beforeEach(clearAttempts);

const signIn = (email: string, password: string) => call(auth, "/auth", { form: { email, password } });
const doors = {
  signUp: (email: string) => call(auth, "/auth?tab=signup", { form: { name: "Mallory", email, password: PLANTED } }),
  wrongPassword: (email: string) => signIn(email, "not the password"),
  plantedPassword: (email: string) => signIn(email, PLANTED),
  forgot: (email: string) => call(forgot, "/auth/forgot", { form: { email } }),
  affiliateLogin: (email: string) => call(affiliateLogin, "/affiliate/login", { form: { email } }),
};

/** Returns the response without values that always differ. */
async function answerOf(door: keyof typeof doors, who: Who) {
  const { cookies, ...answer } = await doors[door](addresses[who]);
  const text = JSON.stringify({ ...answer, cookies: Object.keys(cookies) });
  return text.replaceAll(addresses[who], "ADDRESS").replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "ID");
}

/** Returns median milliseconds by address, measured in turns so that other load affects all alike. */
async function medians(door: keyof typeof doors, who: Who[], rounds: number) {
  const taken = Object.fromEntries(who.map((one) => [one, [] as number[]]));
  for (let round = 0; round < rounds; round++) {
    for (const [place] of who.entries()) {
      const one = who[(place + round) % who.length]!;
      await clearAttempts();
      const start = performance.now();
      await doors[door](addresses[one]);
      taken[one]!.push(performance.now() - start);
    }
  }
  return Object.values(taken).map((times) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)]!);
}

describe("[AUTH-03] [AUTH-11] no one can find out who has an account", () => {
  it.each([
    ["wrongPassword", 401],
    ["signUp", 302],
    ["plantedPassword", 403],
    ["wrongPassword", 401],
    ["forgot", 302],
    ["affiliateLogin", 302],
  ] as const)("[AUTH-03] [AUTH-11] %s responds to every address with %i and the same bytes", async (door, status) => {
    const answers = [];
    for (const who of everybody) answers.push(await answerOf(door, who));
    expect(new Set(answers).size, answers.join("\n")).toBe(1);
    expect(JSON.parse(answers[0]!)).toMatchObject({ status });
  });

  it("[AUTH-03] a sign-up by another person does not lock out the owner", async () => {
    await doors.signUp(addresses.owner);
    expect((await signIn(addresses.owner, PLANTED)).status).toBe(403);
    expect(await signIn(addresses.owner, OWN)).toMatchObject({ status: 302, to: "/leads" });
  });

  it("[AUTH-03] [AUTH-11] queued jobs have the same length for every address", async () => {
    for (const door of ["signUp", "forgot", "affiliateLogin"] as const) {
      await db.ownerPool.query("delete from graphile_worker._private_jobs");
      for (const who of everybody) await doors[door](addresses[who]);
      const queued = (await db.jobs()).map(({ task, payload }) => `${task} ${JSON.stringify(payload).length}`);
      expect(queued).toHaveLength(everybody.length);
      expect(new Set(queued).size, queued.join()).toBe(1);
    }
  });

  it("[AUTH-03] every sign-in compares two hashes, whatever exists", async () => {
    await doors.signUp(addresses.invited);
    const comparisons = vi.spyOn(argon2, "verify");
    onTestFinished(() => comparisons.mockRestore());
    for (const who of everybody) {
      comparisons.mockClear();
      await doors.wrongPassword(addresses[who]);
      expect(comparisons, who).toHaveBeenCalledTimes(2);
    }
  });

  // A real difference shows in every attempt; one caused by the machine does not.
  it.each([
    ["forgot", ["owner", "unknown"], 40],
    ["affiliateLogin", ["affiliate", "unknown"], 40],
    ["signUp", ["owner", "unknown"], 12],
    ["wrongPassword", ["owner", "unknown"], 12],
  ] as [keyof typeof doors, Who[], number][])(
    "[AUTH-03] [AUTH-11] %s takes the same time for %j",
    { retry: 4 },
    async (door, who, rounds) => {
      await medians(door, who, 3);
      const times = await medians(door, who, rounds);
      expect(Math.max(...times), times.join(" ")).toBeLessThan(1.5 * Math.min(...times) + 1);
    },
  );
});
