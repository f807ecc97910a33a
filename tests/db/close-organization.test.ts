import { beforeEach, describe, expect, test } from "vitest";
import { assignLeads } from "~/domain/leads/assign-leads.server";
import { closeOrganization, reopenOrganization } from "~/domain/members/close-organization.server";
import { removeMember } from "~/domain/members/remove-member.server";
import { readBeforeClosing } from "~/domain/members/read-closing.server";
import { formatDay, todayIn } from "~/domain/shared/dates";
import { extendRetention } from "~/domain/subscriptions/extend-retention.server";
import { loader as dashboard } from "~/routes/affiliate.dashboard/route";
import { action as switchOrganization, loader as organizations } from "~/routes/_app.organizations";
import { loader as leads } from "~/routes/_app.leads/route";
import { action as close, loader as closing } from "~/routes/_app.settings.data.delete";
import { loader as closedPortal } from "~/routes/_site.affiliate.closed";
import { action as reopen, loader as closedPage } from "~/routes/_site.closed";
import { loader as deletion } from "~/routes/_site.second-factor.delete";
import { loader as archive } from "~/routes/settings_.archive[.]zip";
import { activeAffiliate } from "../factories/affiliates";
import { addedLead } from "../factories/deals";
import { addMember, asOwner, createOrg, type Member, type Org } from "../factories/organizations";
import { payWithoutEvents, subscriptionOf } from "../factories/subscriptions";
import { apiKey, useApi } from "../support/api";
import { useDatabase } from "../support/database";
import { call, cookieOf, useRoutes } from "../support/web";

// An owner closes the organization; 30 days later the retention sweep deletes it (WORK-13).

const db = useDatabase({ each: true, stripe: true });
useRoutes(db);
const api = useApi(db);

const DAY = 86_400_000;
// The routes have the real time.
const START = new Date();
const after = (days: number, hours = 0) => new Date(START.getTime() + days * DAY + hours * 3_600_000);
const END = todayIn("Europe/Berlin", after(30));
const proven = { isProven: true };

let org: Org;
let colleague: Member;

beforeEach(async () => {
  db.at(START);
  org = await createOrg(db.database, { name: "Nordlicht" });
  colleague = await addMember(db.database, org);
  await quiet();
});

/** Runs waiting jobs and forgets their emails. */
async function quiet(): Promise<void> {
  await db.runJobs();
  db.mails.splice(0);
}

const told = () =>
  db.mails
    .splice(0)
    .map(({ to, subject }) => `${to.address}: ${subject}`)
    .sort();
const inOrg = <T>(who: Member, use: Parameters<typeof db.database.withOrg<T>>[2]) =>
  db.database.withOrg(org.orgId, who.actor, use, "deletion");
const closeNow = () =>
  inOrg(org.owner, (scope) => closeOrganization(scope, { name: "nordlicht", withoutArchive: true }));
const openAgain = (who: Member = org.owner) => inOrg(who, reopenOrganization);
const rows = async (sql: string, ...values: unknown[]) => (await db.ownerPool.query(sql, values)).rows;

async function sweepAt(moment: Date): Promise<void> {
  db.at(moment);
  await db.ownerPool.query("select graphile_worker.add_job('retention.sweep', '{}')");
  await db.runJobs();
}

describe("[WORK-13] an owner who deletes the organization", () => {
  test("re-authenticates and types its name; then members are told, and the log names the owner", async () => {
    const path = "/settings/data/delete";
    const late = await cookieOf(db, org.owner, { isProven: false });
    expect((await call(close, path, { cookie: late, form: { name: "Nordlicht" } })).status).toBe(403);
    const cookie = await cookieOf(db, org.owner, proven);
    const shown = await call(closing, path, { cookie });
    expect(shown.body).toMatchObject({ organization: "Nordlicht", until: END, archivedAt: null });
    expect(await call(close, path, { cookie, form: { name: "Südlicht" } })).toMatchObject({
      status: 422,
      body: { error: { name: ["organization_name_differs"] } },
    });
    const member = await cookieOf(db, colleague, proven);
    expect((await call(close, path, { cookie: member, form: { name: "Nordlicht" } })).status).toBe(403);
    expect(await rows("select 1 from organization where closed_at is not null")).toEqual([]);

    expect(await call(close, path, { cookie, form: { name: " NORDLICHT ", without_archive: "on" } })).toMatchObject({
      to: "/closed",
    });
    await db.runJobs();
    const subject = "Nordlicht has been closed";
    expect(told()).toEqual([`${org.owner.email}: ${subject}`, `${colleague.email}: ${subject}`].sort());
    expect(await rows("select actor from audit_log where action = 'organization.close'")).toEqual([
      { actor: `member:${org.owner.userId}` },
    ]);
  });

  test("closes it for everybody: pages, portal, API and jobs", async () => {
    const affiliate = await activeAffiliate(db.database, org);
    const other = await createOrg(db.database, { name: "Other" });
    await db.ownerPool.query("insert into membership (org_id, user_id, role) values ($1, $2, 'member')", [
      other.orgId,
      colleague.userId,
    ]);
    const key = await apiKey(db, org);
    const staff = await cookieOf(db, colleague, proven);
    await db.ownerPool.query("update session set org_id = $1", [org.orgId]);
    const portal = await cookieOf(db, affiliate, { door: "affiliate", affiliateOrgId: org.orgId });
    await closeNow();

    expect(await call(leads, "/leads", { cookie: staff })).toMatchObject({ status: 302, to: "/closed" });
    expect(await call(dashboard, "/affiliate/dashboard", { cookie: portal })).toMatchObject({
      to: "/affiliate/closed",
    });
    expect((await call(closedPortal, "/affiliate/closed", { cookie: portal })).body).toMatchObject({
      organization: "Nordlicht",
      others: [],
    });
    const seen = await call(closedPage, "/closed", { cookie: staff });
    expect(seen.body).toMatchObject({ until: END, isOwner: false, owners: [org.owner.name] });
    expect(seen.body).toMatchObject({ others: [{ id: other.orgId, name: "Other" }] });
    for (const [method, body] of [["GET"], ["POST", { company_name: "X", contact_person: "X", email: "x@x.example" }]])
      expect((await api(method as string, "/leads", { key, body })).body).toMatchObject({
        code: "organization_closed",
      });

    const use = () => Promise.resolve();
    for (const reason of [undefined, "subscription", "looking", "earlier_events", "ending_access"] as const)
      await expect(db.database.withOrg(org.orgId, org.owner.actor, use, reason)).rejects.toMatchObject({
        code: "organization_closed",
      });
    await expect(db.database.readOrg(org.orgId, org.owner.actor, use)).rejects.toMatchObject({
      code: "organization_closed",
    });

    // The user's other organization is open.
    const form = { intent: "switch", organization: other.orgId };
    expect(await call(switchOrganization, "/organizations", { cookie: staff, form })).toMatchObject({ to: "/leads" });
    expect((await call(leads, "/leads", { cookie: staff })).to).toBeNull();
    expect((await call(organizations, "/organizations", { cookie: staff })).status).toBe(200);
  });

  test("hands over the leads of a member who leaves meanwhile once it is opened again", async () => {
    const lead = await addedLead(db.database, org, {});
    await asOwner(db.database, org, (scope) => assignLeads(scope, { leadIds: [lead], responsible: colleague.userId }));
    await quiet();
    await closeNow();
    await inOrg(colleague, (scope) => removeMember(scope, colleague.userId));
    await db.runJobs();
    db.at(after(3));
    await openAgain();
    await db.runJobs();
    expect(await rows("select responsible from lead_work where lead_id = $1", lead)).toEqual([{ responsible: null }]);
  });

  test("postpones what was waiting to be sent, and it is sent when the organization is opened again", async () => {
    const affiliate = await activeAffiliate(db.database, org);
    await quiet();
    await addedLead(db.database, org, { affiliate_id: affiliate.affiliateId });
    const waiting = (await db.jobs()).length;
    expect(waiting).toBeGreaterThan(0);
    await closeNow();
    await db.runJobs();
    expect(told()).toHaveLength(2);
    expect(await db.jobs()).toHaveLength(waiting);
    db.at(after(3));
    await openAgain();
    await db.runJobs();
    expect(await db.jobs()).toEqual([]);
    expect(told()).toEqual([org.owner, colleague].map(({ email }) => `${email}: Nordlicht is open again`).sort());
  });

  test("is announced to open pages, which then show that it is closed", async () => {
    const client = await db.ownerPool.connect();
    const heard: string[] = [];
    client.on("notification", ({ payload }) => heard.push(payload ?? ""));
    await client.query("listen finderlohn_live");
    await closeNow();
    await client.query("select 1");
    await client.query("unlisten *");
    client.release(true);
    expect(heard).toContain(`${org.orgId}:organization:`);
  });

  test("can bring it back with one click, as every owner can, but no member", async () => {
    const second = await addMember(db.database, org, { role: "owner" });
    await closeNow();
    const form = { intent: "reopen" };
    const member = await cookieOf(db, colleague, proven);
    await call(reopen, "/closed", { cookie: member, form });
    expect(await rows("select 1 from organization where closed_at is not null")).toHaveLength(1);
    const cookie = await cookieOf(db, second, { isProven: false });
    expect(await call(reopen, "/closed", { cookie, form })).toMatchObject({ to: "/leads" });
    expect((await call(leads, "/leads", { cookie })).to).toBeNull();
    // A second click changes nothing.
    await call(reopen, "/closed", { cookie, form });
    expect(await rows("select action from audit_log where action = 'organization.reopen'")).toHaveLength(1);
    expect(await call(closedPage, "/closed", { cookie })).toMatchObject({ to: "/leads" });
  });

  test("downloads the archive before and after, and is told when it was last downloaded", async () => {
    const cookie = await cookieOf(db, org.owner, proven);
    const load = () => call(archive, "/settings/archive.zip", { cookie });
    expect((await load()).status).toBe(200);
    const { archivedAt } = await asOwner(db.database, org, readBeforeClosing);
    expect(archivedAt).toBeInstanceOf(Date);
    await closeNow();
    expect((await load()).status).toBe(200);
    const member = await cookieOf(db, colleague, proven);
    expect((await call(archive, "/settings/archive.zip", { cookie: member })).status).toBe(302);
  });

  test("ends the subscription with its paid time, without a charge that follows", async () => {
    await payWithoutEvents(db, org);
    await closeNow();
    await db.runJobs();
    expect(await subscriptionOf(db, org)).toMatchObject({ status: "active", cancels: true });
    await openAgain();
    // What is paid can be used.
    await asOwner(db.database, org, async () => {});
  });

  test("does not end it if the organization was opened again before the job ran", async () => {
    await payWithoutEvents(db, org);
    await closeNow();
    await openAgain();
    await db.runJobs();
    expect((await subscriptionOf(db, org)).cancels).toBe(false);
  });
});

describe("[WORK-13] a closed organization", () => {
  test("is deleted after 30 days, with warnings to its owners 7 days and 1 day before", async () => {
    await closeNow();
    await quiet();
    for (const days of [1, 22]) await sweepAt(after(days));
    expect(told()).toEqual([]);
    const warning = `${org.owner.email}: Nordlicht: everything will be deleted after ${formatDay(END, "en")}`;
    for (const days of [23, 24, 29, 29.5]) await sweepAt(after(days));
    expect(told()).toEqual([warning, warning]);
    await sweepAt(after(30));
    expect(await rows("select 1 from organization")).toHaveLength(1);
    await sweepAt(after(30, 1));
    expect(await rows("select 1 from organization")).toEqual([]);
    expect(await rows("select id, reason from deleted_organization")).toEqual([{ id: org.orgId, reason: "closed" }]);
    // Members of nothing else are deleted with it.
    expect(await rows("select 1 from app_user")).toEqual([]);
  });

  test("cannot be opened any more once its deletion has begun", async () => {
    await closeNow();
    await db.ownerPool.query("insert into deleted_organization (id, reason, begun_at) values ($1, 'closed', now())", [
      org.orgId,
    ]);
    await expect(openAgain()).rejects.toMatchObject({ code: "organization_gone" });
  });

  test("that was paused has a week to choose a plan after it is opened again", async () => {
    await db.ownerPool.query(
      "update organization set subscription_status = null, trial_ends_at = $2, kept_until = $3 where org_id = $1",
      [org.orgId, after(-29), after(100)],
    );
    await closeNow();
    // An extension of the pause does not keep what an owner wants deleted.
    expect(await rows("select closed_at, kept_until from organization")).toEqual([
      { closed_at: START, kept_until: null },
    ]);
    db.at(after(10));
    await openAgain();
    expect(await rows("select closed_at, kept_until from organization")).toEqual([
      { closed_at: null, kept_until: after(17) },
    ]);
    await expect(asOwner(db.database, org, async () => {})).rejects.toMatchObject({ code: "organization_paused" });
  });

  test("is kept longer by an operator", async () => {
    await closeNow();
    const extend = (to: Date) =>
      db.database.withOrg(org.orgId, { kind: "operator" }, (scope) => extendRetention(scope, () => to), "subscription");
    expect(await extend(after(60))).toEqual(after(60));
    await sweepAt(after(31));
    expect(await rows("select 1 from organization")).toHaveLength(1);
  });

  test("goes with the account of its only owner, who is told so instead of deleting the account", async () => {
    await closeNow();
    const cookie = await cookieOf(db, org.owner, proven);
    expect((await call(deletion, "/second-factor/delete", { cookie })).body).toMatchObject({
      work: [{ orgId: org.orgId, isLastOwner: true, closedUntil: END }],
    });
  });
});
