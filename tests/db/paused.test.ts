import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { addLead } from "~/domain/leads/add-lead.server";
import { addLeadSchema } from "~/domain/leads/lead.schema";
import { inviteMember } from "~/domain/members/invite-member.server";
import { todayIn } from "~/domain/shared/dates";
import { jobsBy } from "~/domain/shared/jobs";
import * as actions from "~/server/action.server";
import { sessionCookie } from "~/server/app-context.server";
import { invitedAffiliate, withoutEvents } from "../factories/affiliates";
import { addMember, asOwner, createOrg, type Member } from "../factories/organizations";
import { linkSecret, signIn } from "../factories/people";
import { startApp, type AppRoute } from "../support/app";
import { useDatabase, type FailedJob } from "../support/database";
import { allActions, pausedForms } from "../support/paused-forms";
import type { PausedForm } from "../support/paused-list-forms";
import { design } from "../support/route-design";
import { snapshotTables } from "../support/snapshot-tables";
import { populate, type PopulatedOrg } from "../support/tenancy/world";
import { useRoutes } from "../support/web";
import { jobScope } from "../../jobs/define-task";

// A paused organization (BIL-06) allows reading everything and changing nothing.

const db = useDatabase();
useRoutes(db);

let app: Awaited<ReturnType<typeof startApp>>;
let org: PopulatedOrg;
let colleague: Member;
const cookies = { owner: "", member: "", affiliate: "" };
const ids: Record<string, string> = {};

beforeAll(async () => {
  app = await startApp();
  org = await populate(db.database, "A");
  colleague = await addMember(db.database, org);
  const cookieOf = async (secret: string) => (await sessionCookie().serialize(secret)).split(";")[0]!;
  const [affiliate] = org.affiliates;
  cookies.owner = await cookieOf(await signIn(db.database, org.owner));
  cookies.member = await cookieOf(await signIn(db.database, colleague));
  cookies.affiliate = await cookieOf(
    await signIn(db.database, affiliate, { door: "affiliate", affiliateOrgId: org.orgId }),
  );
  const { rows } = await db.ownerPool.query<Record<string, string>>(
    `select (select id from deal where org_id = $1 and affiliate_id = $2 and deal_type = 'one-time' order by id limit 1) as "dealId",
       (select id from lead where org_id = $1 and affiliate_id = $2 and status = 'qualified' order by id limit 1) as "leadId",
       (select id from own_field where org_id = $1 and deleted_at is null order by id limit 1) as "fieldId"`,
    [org.orgId, affiliate.affiliateId],
  );
  Object.assign(ids, rows[0], { id: rows[0]!["dealId"], affiliateId: affiliate.affiliateId });
  Object.assign(ids, {
    userId: colleague.userId,
    memberId: colleague.userId,
    random: randomUUID(),
    deliveryId: randomUUID(),
    keyId: randomUUID(),
  });
  ids["today"] = todayIn("Europe/Berlin", new Date());
});

/** Ends the trial without a subscription, or adds a subscription. */
const setPaused = (paused: boolean, orgId = org.orgId) =>
  db.ownerPool.query(
    `update organization set subscription_status = $2, trial_ends_at = now() - interval '1 day' where org_id = $1`,
    [orgId, paused ? null : "active"],
  );

const filled = (text: string) => text.replace(/:(\w+)/g, (whole, name: string) => ids[name] ?? whole);
const addressOf = (route: AppRoute) =>
  filled((design[route.name]?.at ?? route.path).replace(":kind", "deal").replace(":token", "none")).replace(
    "*",
    "nowhere",
  );

const send = (route: AppRoute, intent: string, form: PausedForm) =>
  app.ask(route, addressOf(route), {
    cookie: cookies[form.as ?? "owner"],
    form: {
      ...Object.fromEntries(Object.entries(form.fields ?? {}).map(([name, value]) => [name, filled(value)])),
      ...(intent && { intent }),
    },
  });

const REFUSED = /organization is paused|account of .* is (currently )?paused/;

describe("[BIL-06] a paused organization", () => {
  test("rejects writing scopes for all use cases unless a reason is named", async () => {
    const paused = await createOrg(db.database);
    await setPaused(true, paused.orgId);
    const affiliate = { kind: "affiliate", userId: randomUUID(), affiliateId: randomUUID() } as const;
    const use = vi.fn(async () => {});
    const { owner, orgId } = paused;
    for (const actor of [owner.actor, { kind: "job", name: "x" }, { kind: "operator" }] as const) {
      await expect(db.database.withOrg(orgId, actor, use)).rejects.toMatchObject({
        code: "organization_paused",
        params: { kept_until: expect.any(Number) as number },
      });
    }
    await expect(db.database.withOrg(orgId, affiliate, use)).rejects.toMatchObject({ code: "portal_paused" });
    expect(use).not.toHaveBeenCalled();
    await db.database.withOrg(orgId, owner.actor, use, "subscription");
    await setPaused(false, orgId);
    await db.database.withOrg(orgId, owner.actor, use);
    expect(use).toHaveBeenCalledTimes(2);
  });

  test("is read in transactions in which Postgres denies every write", async () => {
    const { orgId, owner } = await createOrg(db.database);
    const input = addLeadSchema.parse({ company_name: "X", contact_person: "X", email: "x@example.com" });
    const before = await snapshotTables(db.ownerPool);
    await expect(
      db.database.readOrg(orgId, owner.actor, (scope) => addLead(withoutEvents(scope), input)),
    ).rejects.toThrow("read-only transaction");
    await expect(
      db.database.readOrg(orgId, owner.actor, (scope) => scope.enqueue("commissions.generate", {})),
    ).rejects.toThrow("read-only transaction");
    expect(await snapshotTables(db.ownerPool)).toEqual(before);
  });

  test("has an outcome for every form of every action in tests/support/paused-forms.ts", async () => {
    const run = vi.spyOn(actions, "runAction");
    onTestFinished(() => run.mockRestore());
    const found: Record<string, string[]> = {};
    for (const { file, action } of await allActions()) {
      run.mockClear();
      const request = new Request("http://finderlohn.test/", { method: "POST" });
      await action({ request, params: {}, context: { nonce: "", requestId: "", ip: "127.0.0.1" } }).catch(() => {});
      const intents = run.mock.calls.flatMap(([, { intents }]) => Object.keys(intents ?? { "": null }));
      // A form that only adds or removes a row is not submitted for saving.
      found[file] = intents.filter((one) => !/^(add|remove)_tier/.test(one)).sort();
    }
    expect(Object.keys(found).length).toBeGreaterThan(50);
    expect(
      Object.fromEntries(Object.entries(pausedForms).map(([name, forms]) => [name, Object.keys(forms).sort()])),
    ).toEqual(found);
  });

  test("rejects every changing form with the reason, and nothing is written", async () => {
    await setPaused(true);
    const before = await snapshotTables(db.ownerPool);
    const wrong: unknown[] = [];
    for (const route of app.routes) {
      for (const [intent, form] of Object.entries(pausedForms[route.name] ?? {})) {
        if (form.outcome !== "refused" || !form.fields) continue;
        const { status, body, toast } = await send(route, intent, form);
        const isTold = status === 402 ? REFUSED.test(body) || body.includes("_paused") : REFUSED.test(toast ?? "");
        if (!isTold) wrong.push([route.name, intent, status, toast, body.slice(0, 300)]);
      }
    }
    expect(wrong).toEqual([]);
    expect(await snapshotTables(db.ownerPool)).toEqual(before);
  });

  test("allows the listed forms, and all other responses are as before", async () => {
    const wrong: unknown[] = [];
    const answers = async (isPaused: boolean) => {
      await setPaused(isPaused);
      const given: Record<string, unknown> = {};
      for (const route of app.routes) {
        for (const [intent, form] of Object.entries(pausedForms[route.name] ?? {})) {
          // Excludes sign-out, which would end the sessions of this test.
          if (form.outcome === "refused" || route.name === "auth.sign-out") continue;
          const { status, to, toast } = await send(route, intent, form);
          if (REFUSED.test(toast ?? "") || status === 402) wrong.push([route.name, intent]);
          given[`${route.name} ${intent}`] = [status, to, toast];
        }
      }
      return given;
    };
    expect(await answers(true)).toEqual(await answers(false));
    expect(wrong).toEqual([]);
  });

  test("opens every page for its members and affiliates", async () => {
    const pages = async (isPaused: boolean) => {
      await setPaused(isPaused);
      const given: Record<string, unknown> = {};
      for (const route of app.routes.filter(({ hasLoader }) => hasLoader)) {
        for (const who of ["owner", "member", "affiliate"] as const) {
          const { status, to } = await app.ask(route, addressOf(route), { cookie: cookies[who] });
          given[`${route.name} as ${who}`] = [status, to];
        }
      }
      return given;
    };
    const paused = await pages(true);
    expect(paused).toEqual(await pages(false));
    expect(Object.entries(paused).filter(([, answer]) => (answer as [number])[0] === 500)).toEqual([]);
    expect(paused["_app.leads as owner"]).toEqual([200, null]);
    expect(paused["affiliate.earnings[.]csv as affiliate"]).toEqual([200, null]);
  });

  test("lets affiliates sign in, also for the first time", async () => {
    const affiliate = await invitedAffiliate(db.database, org);
    const secret = await db.database.withIdentity((scope) =>
      linkSecret(scope, { purpose: "invite", userId: affiliate.userId, orgId: org.orgId }),
    );
    await setPaused(true);
    const route = app.routes.find(({ name }) => name === "_site.link.$token")!;
    const { to } = await app.ask(route, `/link/${secret}`, { cookie: undefined, form: {} });
    expect(to).toBe("/affiliate/dashboard");
    const { rows } = await db.ownerPool.query("select status from affiliate where id = $1", [affiliate.affiliateId]);
    expect(rows).toEqual([{ status: "active" }]);
  });

  test("does not activate an invited member and creates nothing for them", async () => {
    await setPaused(false);
    let link = "";
    await asOwner(db.database, org, (scope) =>
      inviteMember(
        { ...scope, seal: (text) => (link = text), enqueue: async () => {} },
        { email: "new@example.com", role: "member" },
        "en",
      ),
    );
    await setPaused(true);
    const route = app.routes.find(({ name }) => name === "_site.link_.$token.join")!;
    const before = await snapshotTables(db.ownerPool);
    const page = await app.ask(route, `/link/${link}/join`, { cookie: undefined });
    expect([page.status, page.body]).toEqual([402, expect.stringContaining("invitation_paused")]);
    const form = { name: "New", password: "a long enough password" };
    expect((await app.ask(route, `/link/${link}/join`, { cookie: undefined, form })).status).toBe(402);
    expect(await snapshotTables(db.ownerPool)).toEqual(before);
  });

  test("can be left by a member", async () => {
    const leaving = await addMember(db.database, await active());
    await setPaused(true);
    const cookie = (await sessionCookie().serialize(await signIn(db.database, leaving))).split(";")[0];
    const route = app.routes.find(({ name }) => name === "_app.settings.members.$userId.remove")!;
    const address = `/settings/members/${leaving.userId}/remove`;
    expect((await app.ask(route, address, { cookie, form: {} })).to).toBe("/auth");
  });

  test("runs the jobs whose cause precedes the pause, and skips the others", async () => {
    const { orgId } = await active();
    await setPaused(true);
    const outcomes: Record<string, string> = {};
    for (const name of jobsBy("organization")) {
      await jobScope(db.context, { name, orgId }, async () => {}).then(
        () => (outcomes[name] = "runs"),
        (refusal: { code: string }) => (outcomes[name] = refusal.code),
      );
    }
    const passedOver = Object.keys(outcomes).filter((name) => outcomes[name] === "organization_paused");
    expect(passedOver.sort()).toEqual(
      "affiliate.invite commissions.generate leads.remind payout.statements vat.check".split(" "),
    );
    expect(new Set(Object.values(outcomes))).toEqual(new Set(["runs", "organization_paused"]));

    const payments = async () =>
      (await db.ownerPool.query("select period_start from commission_payment where org_id = $1", [orgId])).rows;
    const sweep = async () => {
      await db.ownerPool.query("select graphile_worker.add_job('commissions.sweep', '{}')");
      // The webhook's host does not exist.
      const failed: FailedJob[] = [];
      await db.runJobs(failed);
      expect(failed.filter(({ task }) => task !== "webhook.deliver")).toEqual([]);
    };
    const all = await payments();
    expect(all.length).toBeGreaterThan(0);
    await db.ownerPool.query("delete from commission_payment where org_id = $1", [orgId]);
    await sweep();
    expect(await payments()).toEqual([]);
    expect(await db.jobs("commissions.generate")).toEqual([]);
    // With a new subscription, the missing months are created.
    await setPaused(false);
    await sweep();
    expect(await payments()).toHaveLength(all.length);
  });
});

async function active() {
  await setPaused(false);
  return org;
}
