import { beforeAll, describe, expect, it } from "vitest";
import { requireFactor } from "~/domain/organizations/require-factor.server";
import { sessionCookie } from "~/server/app-context.server";
import { action as members } from "~/routes/_app.settings.members/route";
import { action as organizations } from "~/routes/_app.organizations";
import { addMember } from "../factories/organizations";
import { signIn } from "../factories/people";
import { startApp } from "../support/app";
import { useDatabase } from "../support/database";
import { design } from "../support/route-design";
import { populate, type PopulatedOrg } from "../support/tenancy/world";
import { call, useRoutes } from "../support/web";

const db = useDatabase();
useRoutes(db);

let app: Awaited<ReturnType<typeof startApp>>;
let org: PopulatedOrg;
let member: { userId: string };

const cookieOf = async (who: { userId: string }) =>
  (await sessionCookie().serialize(await signIn(db.database, who))).split(";")[0]!;
const give = ({ userId }: { userId: string }) =>
  db.ownerPool.query("insert into authenticator_app (user_id, secret, confirmed_at) values ($1, 'x', now())", [userId]);
const require = (required: boolean) =>
  db.database.withOrg(org.orgId, { kind: "operator" }, (scope) => requireFactor(scope, required));

beforeAll(async () => {
  app = await startApp();
  org = await populate(db.database, "A");
  member = await addMember(db.database, org);
  await require(true);
});

/** Accessible without 2FA: its setup. */
const open = ["_site.second-factor._index", "_site.second-factor.app", "_site.second-factor.passkey"];
/** Pages about the user's own account and for switching organizations, whose forms are accepted. */
const own = ["_app.organizations", "_app.settings.account"];

const routes = (kind: "get" | "post") =>
  app.routes.filter(({ name }) => design[name]?.area === "staff" && design[name][kind] !== undefined);
const addressOf = (name: string, path: string) =>
  (design[name]!.at ?? path).replace(":kind", "deal").replace(/:(\w+)/g, org.orgId);

describe("[AUTH-14] required 2FA", () => {
  it("[AUTH-14] blocks all staff pages except its setup for a member without it", async () => {
    const cookie = await cookieOf(member);
    const wrong: unknown[] = [];
    for (const route of routes("get")) {
      const address = addressOf(route.name, route.path);
      const { status, to } = await app.ask(route, address, { cookie });
      const isForm = route.name.startsWith("_site.second-factor.") || design[route.name]!.isOnlyForm;
      const led = `/second-factor?${new URLSearchParams({ redirectTo: address })}`;
      if (open.includes(route.name) ? status !== 200 : !isForm && to !== led) wrong.push([route.name, to ?? status]);
    }
    expect(wrong).toEqual([]);
  });

  it("[AUTH-14] blocks all staff forms except the user's own for a member without it", async () => {
    const cookie = await cookieOf(member);
    const wrong: unknown[] = [];
    for (const route of routes("post")) {
      const isOwn = route.name.startsWith("_site.second-factor.") || own.includes(route.name);
      const { status, to, toast } = await app.ask(route, addressOf(route.name, route.path), {
        cookie,
        form: {},
      });
      // These forms first look up what to remove or replace.
      if (["_site.second-factor.remove", "_site.second-factor.codes"].includes(route.name)) continue;
      const isLed = to === "/second-factor" && toast?.includes("requires a second factor");
      if (isOwn ? ![400, 422].includes(status) && to !== "/settings/account" : !isLed)
        wrong.push([route.name, to ?? status, toast]);
    }
    expect(wrong).toEqual([]);
  });

  it("[AUTH-14] blocks nothing for a member with 2FA, and an organization without the requirement stays accessible", async () => {
    const leads = app.routes.find(({ name }) => name === "_app.leads")!;
    const other = await populate(db.database, "B");
    const person = await addMember(db.database, org);
    await db.ownerPool.query("insert into membership (user_id, org_id, role) values ($1, $2, 'member')", [
      person.userId,
      other.orgId,
    ]);
    const cookie = await cookieOf(person);
    expect(await app.ask(leads, "/leads", { cookie })).toMatchObject({ status: 202 });
    const form = { intent: "switch", organization: other.orgId };
    expect(await call(organizations, "/organizations", { form, cookie })).toMatchObject({ to: "/leads" });
    expect(await app.ask(leads, "/leads", { cookie })).toMatchObject({ status: 200 });

    const careful = await addMember(db.database, org);
    await give(careful);
    const session = await signIn(db.database, careful);
    await db.ownerPool.query("update session set factor_at = now() where user_id = $1", [careful.userId]);
    const inside = (await sessionCookie().serialize(session)).split(";")[0]!;
    expect(await app.ask(leads, "/leads", { cookie: inside })).toMatchObject({ status: 200 });
  });

  it("[AUTH-14] can be enabled only by an owner with 2FA, and the audit log records the owner", async () => {
    await require(false);
    const press = async (who: { userId: string }, intent: string) =>
      call(members, "/settings/members", { form: { intent }, cookie: await cookieOf(who) });
    const required = async () => {
      const { rows } = await db.ownerPool.query<{ requires_factor: boolean }>(
        "select requires_factor from organization where org_id = $1",
        [org.orgId],
      );
      return rows[0]!.requires_factor;
    };
    await press(member, "require");
    expect(await required()).toBe(false);
    await press(org.owner, "require");
    expect(await required()).toBe(false);
    await give(org.owner);
    const cookie = await cookieOf(org.owner);
    await db.ownerPool.query("update session set factor_at = now() where user_id = $1", [org.owner.userId]);
    const by = (intent: string) => call(members, "/settings/members", { form: { intent }, cookie });
    for (const intent of ["require", "require"]) expect(await by(intent)).toMatchObject({ status: 302 });
    expect(await required()).toBe(true);
    await by("release");
    expect(await required()).toBe(false);
    const { rows } = await db.ownerPool.query(
      "select action from audit_log where org_id = $1 and actor = $2 and action like '%_factor' order by action desc",
      [org.orgId, `member:${org.owner.userId}`],
    );
    expect(rows.map(({ action }) => action as string)).toEqual([
      "organization.require_factor",
      "organization.release_factor",
    ]);
  });
});
