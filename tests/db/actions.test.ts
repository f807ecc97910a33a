import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs } from "@remix-run/node";
import { beforeAll, describe, expect, test } from "vitest";
import { sessionCookie } from "~/server/app-context.server";
import { activeAffiliate } from "../factories/affiliates";
import { createOrg } from "../factories/organizations";
import { createUser, signIn } from "../factories/people";
import { useDatabase } from "../support/database";
import { call, useRoutes } from "../support/web";

// Tests what every action of the site rejects. The actions are found by glob, so new ones are covered.

const sources = import.meta.glob<string>("../../app/routes/**/*.tsx", {
  eager: true,
  query: "?raw",
  import: "default",
});
const modules = import.meta.glob<{ action: (args: ActionFunctionArgs) => Promise<unknown> }>(
  "../../app/routes/**/*.tsx",
);
const ACTION = /export (async function|const|function) action\b/;
const routes = Object.entries(sources)
  .filter(([, source]) => ACTION.test(source))
  .map(([file, source]) => ({
    file,
    name: file.replace("../../app/routes/", "").replace(/(\/route)?\.tsx$/, ""),
    /** Whether the action has several forms, distinguished by intent. */
    several: /\bintents: /.test(source),
  }));

/** Public actions; all others require a role. */
const publicActions = [
  "_site.affiliate.login",
  "_site.auth",
  "_site.auth_.code",
  "_site.auth_.forgot",
  "_site.auth_.passkey",
  "_site.link.$token",
  "_site.unsubscribe.$token",
  "_site.link_.$token.join",
  "appearance",
  "auth.passkey-request",
  "auth.send-again",
  "auth.sign-out",
  "dev.stripe.checkout.$id",
  "dev.stripe.portal.$id",
  "language",
  "theme",
];
const kindOf = (name: string) => {
  if (publicActions.includes(name)) return "anybody";
  if (name === "_site.onboarding") return "founder";
  if (name === "_site.second-factor.delete") return "person";
  return name.startsWith("affiliate.") ? "affiliate" : "member";
};

const db = useDatabase();
useRoutes(db);

const people: Record<string, string> = {};
const params: Record<string, string> = {};

beforeAll(async () => {
  const org = await createOrg(db.database);
  const affiliate = await activeAffiliate(db.database, org);
  const newcomer = await createUser(db.database);
  const cookieOf = async (secret: string) => (await sessionCookie().serialize(secret)).split(";")[0]!;
  people["member"] = await cookieOf(await signIn(db.database, org.owner));
  people["founder"] = await cookieOf(await signIn(db.database, newcomer));
  people["person"] = people["founder"];
  people["affiliate"] = await cookieOf(
    await signIn(db.database, affiliate, { door: "affiliate", affiliateOrgId: org.orgId }),
  );
  Object.assign(params, { affiliateId: affiliate.affiliateId, kind: "deal", id: randomUUID() });
  params["userId"] = org.owner.userId;
  Object.assign(params, { leadId: randomUUID(), dealId: randomUUID(), token: "none" });
});

const pathOf = (name: string) =>
  `/${name
    .split(".")
    .filter((part) => !part.startsWith("_"))
    .map((part) => (part.startsWith("$") ? params[part.slice(1)] : part.replace(/_$/, "")))
    .join("/")}`;

async function post(route: (typeof routes)[number], who: string, form: Record<string, string>) {
  const { action } = await modules[route.file]!();
  const cookie = people[who];
  return call(action, pathOf(route.name), { form, params, ...(cookie && { cookie }) });
}

const changes = async () =>
  (await db.ownerPool.query("select count(*)::int as n from audit_log")).rows[0] as { n: number };

test("the glob finds the actions", () => {
  expect(routes.length).toBeGreaterThan(28);
  const names = routes.map(({ name }) => name);
  expect(publicActions.filter((name) => !names.includes(name))).toEqual([]);
  expect(names).toContain("_app.affiliates.$affiliateId.delete");
});

describe.each(routes)("$name", (route) => {
  const kind = kindOf(route.name);

  test("[AUTH-06] an unknown intent is answered with 400 and changes nothing", async () => {
    const before = await changes();
    for (const intent of ["constructor", "other", ""]) {
      expect((await post(route, kind, { intent })).status, intent).toBe(400);
    }
    expect(await changes()).toEqual(before);
  });

  if (route.several) {
    test("a form without an intent is answered with 400", async () => {
      expect((await post(route, kind, {})).status).toBe(400);
    });
  }

  if (kind === "anybody") return;

  test("[AUTH-06] users without the required role are redirected", async () => {
    const signInPage = kind === "affiliate" ? "/affiliate/login" : "/auth";
    const stranger = await post(route, "nobody", {});
    expect(stranger).toMatchObject({ status: 302, body: null });
    expect(stranger.to).toMatch(new RegExp(`^${signInPage}\\?redirectTo=`));
    const homes: Record<string, Record<string, string>> = {
      member: { affiliate: "/", founder: "/onboarding" },
      affiliate: { member: "/", founder: "/" },
      founder: { member: "/leads" },
      // A member of the organization, and a user without an organization.
      person: { affiliate: "/" },
    };
    for (const [who, home] of Object.entries(homes[kind]!)) {
      expect(await post(route, who, {}), who).toMatchObject({ status: 302, to: home });
    }
  });
});
