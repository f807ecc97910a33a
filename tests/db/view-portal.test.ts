import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deleteAffiliate } from "~/domain/affiliates/delete-affiliate.server";
import { endSession } from "~/domain/identity/session.server";
import { removeMember } from "~/domain/members/remove-member.server";
import { markAllRead } from "~/domain/notifications/mark-read.server";
import type { Actor, Scope } from "~/domain/shared/scope";
import { action as begin } from "~/routes/affiliates_.$affiliateId.view";
import { action as end } from "~/routes/affiliates_.end-view";
import { sessionCookie } from "~/server/app-context.server";
import { storeViewing } from "~/server/viewing.server";
import { invitedAffiliate } from "../factories/affiliates";
import { addMember, asOwner, type Member } from "../factories/organizations";
import { signIn } from "../factories/people";
import { startApp, type Answer, type AppRoute } from "../support/app";
import { useDatabase } from "../support/database";
import { design } from "../support/route-design";
import { populate, type PopulatedOrg } from "../support/tenancy/world";
import { call, useRoutes } from "../support/web";

// Staff view the portal as an affiliate: they see what the affiliate sees, and it has no effects.

const db = useDatabase();
useRoutes(db);

let app: Awaited<ReturnType<typeof startApp>>;
let org: PopulatedOrg;
let foreign: PopulatedOrg;
let member: Member;
let secret: string;

beforeAll(async () => {
  app = await startApp();
  [org, foreign] = [await populate(db.database, "A"), await populate(db.database, "B")];
});

beforeEach(async () => {
  member = await addMember(db.database, org);
  secret = await signIn(db.database, member);
});

const firstPart = (line: string) => line.split(";")[0]!;
const sessionOf = async (one: string) => firstPart(await sessionCookie().serialize(one));
const together = async (viewing: string, session = secret) => `${await sessionOf(session)}; ${viewing}`;

/** Presses the button on an affiliate's page. */
async function start(affiliateId: string, session = secret) {
  const path = `/affiliates/${affiliateId}/view`;
  const cookie = await sessionOf(session);
  return call(begin, path, { form: {}, cookie, params: { affiliateId } });
}

/** Returns the cookie of a member who views the portal of the first affiliate. */
async function looking(affiliateId = org.affiliates[0].affiliateId): Promise<string> {
  const { to, cookies } = await start(affiliateId);
  expect(to).toBe("/affiliate/dashboard");
  return `viewing=${cookies["viewing"]}`;
}

const routeNamed = (name: string): AppRoute => app.routes.find((route) => route.name === name)!;
const dashboard = (cookie: string) => app.ask(routeNamed("affiliate.dashboard"), "/affiliate/dashboard", { cookie });

async function audited() {
  const { rows } = await db.ownerPool.query(
    "select actor, action, entity_id from audit_log where action like 'affiliate.view%' and actor = $1 order by xmin::text::bigint",
    [`member:${member.userId}`],
  );
  return rows as unknown[];
}

async function everything(): Promise<unknown> {
  const { rows } = await db.ownerPool.query(
    `select (select count(*) from lead) as leads, (select max(updated_at) from lead) as changed,
       (select count(*) from notification where read_at is null) as unread, (select count(*) from mail_choice) as choices,
       (select count(*) from audit_log) as entries, (select count(*) from session) as sessions,
       (select count(*) from graphile_worker.jobs) as jobs, (select max(affiliate_org_id::text) from session) as portals`,
  );
  return rows[0];
}

async function idsOf(affiliateId: string): Promise<Record<string, string>> {
  const { rows } = await db.ownerPool.query<Record<string, string>>(
    `select (select id from deal where affiliate_id = $1 and deal_type = 'one-time' order by id limit 1) as "dealId",
       (select id from lead where affiliate_id = $1 and status = 'qualified') as "leadId"`,
    [affiliateId],
  );
  return rows[0]!;
}

const portalRoutes = (kind: "get" | "post") =>
  app.routes.filter(({ name }) => design[name]?.area === "portal" && design[name][kind] !== undefined);

test("[AFF-12] every page of the portal shows exactly what the affiliate sees, and viewing writes nothing", async () => {
  const [ada] = org.affiliates;
  const own = await sessionOf(await signIn(db.database, ada, { door: "affiliate", affiliateOrgId: org.orgId }));
  const cookie = await together(await looking());
  const before = await everything();
  // The submission id is new each time.
  const steady = ({ body }: Answer) => body.replace(/"submissionId","[^"]*"/, "");
  const ids = await idsOf(ada.affiliateId);
  const routes = portalRoutes("get");
  expect(routes.length).toBeGreaterThan(10);
  for (const route of routes) {
    const address = (design[route.name]!.at ?? route.path).replace(/:(\w+)/g, (_, name: string) => ids[name]!);
    const [theirs, seen] = [await app.ask(route, address, { cookie: own }), await app.ask(route, address, { cookie })];
    // Only the affiliate can end their access.
    if (route.name === "affiliate.settings_.leave") {
      expect([theirs.status, seen.to]).toEqual([200, "/affiliate/settings"]);
      continue;
    }
    expect([route.name, seen.status, seen.to]).toEqual([route.name, theirs.status, theirs.to]);
    // The frame around the page shows who is viewing.
    if (route.name === "affiliate") expect(seen.body).toContain(member.email);
    // The affiliate's sessions are private, and the viewing member's are elsewhere.
    else if (route.name === "affiliate.settings") {
      expect(theirs.body).toContain('"lastUsedAt"');
      expect(seen.body).not.toContain('"lastUsedAt"');
    }
    // The account is private, so the file of the viewing member differs (own-data.test.ts).
    else if (route.name === "affiliate.data[.]zip") expect(seen.body).not.toBe(theirs.body);
    else expect([route.name, steady(seen)]).toEqual([route.name, steady(theirs)]);
  }
  expect(await everything()).toEqual(before);
  // Another affiliate's records are unknown, as for the affiliate.
  const colleague = await idsOf(org.affiliates[1].affiliateId);
  const foreignLead = await app.ask(routeNamed("affiliate.leads.$leadId"), `/affiliate/leads/${colleague["leadId"]}`, {
    cookie,
  });
  expect(foreignLead.status).toBe(404);
});

test("[AFF-12] every form of the portal is rejected with a message while viewing, and changes nothing", async () => {
  const cookie = await together(await looking());
  const before = await everything();
  const routes = portalRoutes("post");
  expect(routes.map(({ name }) => name)).toContain("affiliate.switch");
  const form = {
    company_name: "X",
    contact_person: "X",
    email: "x@example.com",
    intent: "read-all",
    org_id: org.orgId,
  };
  for (const route of routes) {
    const answer = await app.ask(route, route.path, { cookie, form });
    expect([route.name, answer.to]).toEqual([route.name, route.path]);
    expect(answer.toast).toContain("you can only read here");
  }
  expect(await everything()).toEqual(before);
});

describe("[AFF-12] the database denies every write while viewing", () => {
  const contact = { companyName: "X", contactPerson: "X", email: "x@example.com" };
  const writes: [string, (scope: Scope) => Promise<unknown>][] = [
    ["a notice marked as read", markAllRead],
    ["a lead", (scope) => scope.db.lead.create({ data: { ...contact, affiliateId: org.affiliates[0].affiliateId } })],
    [
      "an audit entry",
      (scope) => scope.db.$executeRaw`
        insert into audit_log (org_id, id, actor, action, entity, entity_id, data)
        values (${scope.orgId}::uuid, gen_random_uuid(), 'x', 'x.y', 'x', gen_random_uuid(), '{}')`,
    ],
    ["a job", (scope) => scope.enqueue("notice.staff", { type: "lead_created", subject_id: randomUUID() })],
  ];
  test.each(writes)("%s", async (_what, write) => {
    const { affiliateId, userId } = org.affiliates[0];
    const actor: Actor = { kind: "affiliate", userId, affiliateId, viewedBy: member.userId };
    await expect(db.database.withOrg(org.orgId, actor, write)).rejects.toThrow(/read-only transaction/);
    // The affiliate could have done it.
    const own: Actor = { kind: "affiliate", userId, affiliateId };
    const undone = db.database.withOrg(org.orgId, own, async (scope) => {
      await write(scope);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
  });
});

test("[AFF-12] start and end of viewing are in the audit log, and the member's session and screens stay", async () => {
  const [{ affiliateId }] = org.affiliates;
  const cookie = await together(await looking());
  const staff = await app.ask(routeNamed("_app.affiliates"), "/affiliates", { cookie });
  expect(staff.status).toBe(200);
  const ended = await call(end, "/affiliates/end-view", { form: {}, cookie });
  expect(ended).toMatchObject({ to: `/affiliates/${affiliateId}`, cookies: { viewing: "" } });
  const entry = { actor: `member:${member.userId}`, entity_id: affiliateId };
  expect(await audited()).toEqual([
    { ...entry, action: "affiliate.view" },
    { ...entry, action: "affiliate.view_end" },
  ]);
  expect((await dashboard(await sessionOf(secret))).to).toBe("/");
});

test("[AFF-12] [ORG-07] the portal of a foreign or unknown affiliate cannot be viewed", async () => {
  const answers = [];
  for (const id of [foreign.affiliates[0].affiliateId, randomUUID(), "none"]) {
    const { to, cookies } = await start(id);
    answers.push({ to, viewing: cookies["viewing"] });
  }
  expect(answers).toEqual(Array(3).fill({ to: "/affiliates", viewing: undefined }));
  expect(await audited()).toEqual([]);
  // Not with a cookie for another organization either.
  const [{ affiliateId }] = foreign.affiliates;
  for (const orgId of [foreign.orgId, org.orgId]) {
    const made = firstPart(await storeViewing(secret, { orgId, affiliateId }, new Date()));
    const answer = await dashboard(await together(made));
    expect([answer.status, answer.body.includes("summary")]).toEqual([202, false]);
  }
});

test("[AFF-12] the cookie is invalid in another session, when changed, and after sign-out", async () => {
  const viewing = await looking();
  const other = await signIn(db.database, org.owner);
  expect((await dashboard(await together(viewing, other))).to).toBe("/");
  const changed = viewing.slice(0, 40) + (viewing[40] === "A" ? "B" : "A") + viewing.slice(41);
  expect((await dashboard(await together(changed))).to).toBe("/");
  expect((await dashboard(viewing)).to).toContain("/affiliate/login");
  expect((await dashboard(await together(viewing))).status).toBe(200);
  await db.database.withIdentity((scope) => endSession(scope, secret));
  expect((await dashboard(await together(viewing))).to).toContain("/affiliate/login");
  const again = await signIn(db.database, member);
  expect((await dashboard(await together(viewing, again))).to).toBe("/");
});

test("[AFF-12] viewing ends after half an hour, and a form sent later gets a message", async () => {
  const [{ affiliateId }] = org.affiliates;
  const minutesAgo = async (minutes: number) => {
    const at = new Date(Date.now() - minutes * 60_000);
    return together(firstPart(await storeViewing(secret, { orgId: org.orgId, affiliateId }, at)));
  };
  expect((await dashboard(await minutesAgo(29))).status).toBe(200);
  const over = await minutesAgo(31);
  expect(await dashboard(over)).toMatchObject({
    to: `/affiliates/${affiliateId}`,
    toast: "The view of the portal has ended",
  });
  const before = await everything();
  const form = { company_name: "X", contact_person: "X", email: "x@example.com" };
  const sent = await app.ask(routeNamed("affiliate.leads.new"), "/affiliate/leads/new", {
    cookie: over,
    form,
  });
  expect(sent.to).toBe(`/affiliates/${affiliateId}`);
  expect(await everything()).toEqual(before);
});

test("[AFF-12] [ORG-05] viewing ends when the member is removed and when the affiliate is deleted", async () => {
  const fresh = await invitedAffiliate(db.database, org);
  const viewing = await together(await looking(fresh.affiliateId));
  expect((await dashboard(viewing)).status).toBe(200);
  await asOwner(db.database, org, (scope) => deleteAffiliate(scope, fresh.affiliateId));
  expect(await dashboard(viewing)).toMatchObject({ to: "/affiliates" });

  const again = await together(await looking());
  await asOwner(db.database, org, (scope) => removeMember(scope, member.userId));
  expect((await dashboard(again)).to).not.toBeNull();
  // Even if a session of theirs had stayed.
  const stayed = await signIn(db.database, member);
  const [{ affiliateId }] = org.affiliates;
  const made = firstPart(await storeViewing(stayed, { orgId: org.orgId, affiliateId }, new Date()));
  expect((await dashboard(await together(made, stayed))).to).toBe("/");
});

test("[AFF-12] a member with their own portal gets it back unchanged", async () => {
  const [{ affiliateId }] = org.affiliates;
  const elsewhere = await invitedAffiliate(db.database, foreign, { email: member.email });
  const own = await sessionOf(secret);
  const mine = await dashboard(own);
  expect(mine.status).toBe(200);
  const viewing = await together(await looking());
  const theirs = await dashboard(viewing);
  expect(theirs.body).not.toBe(mine.body);
  const frame = await app.ask(routeNamed("affiliate"), "/affiliate/leads", { cookie: viewing });
  expect(frame.body).toContain(org.affiliates[0].name);
  expect(frame.body).not.toContain(elsewhere.name);
  const before = await everything();
  // Switching portals would change the session, so it is rejected like every other form.
  await app.ask(routeNamed("affiliate.switch"), "/affiliate/switch", {
    cookie: viewing,
    form: { org_id: foreign.orgId },
  });
  expect(await everything()).toEqual(before);
  expect((await call(end, "/affiliates/end-view", { form: {}, cookie: viewing })).to).toBe(
    `/affiliates/${affiliateId}`,
  );
  expect((await dashboard(own)).body).toBe(mine.body);
});
