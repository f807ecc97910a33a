import { beforeEach, expect, test } from "vitest";
import { addAffiliate } from "~/domain/affiliates/add-affiliate.server";
import { addAffiliateSchema } from "~/domain/affiliates/affiliate.schema";
import { issueLink } from "~/domain/identity/issue-link.server";
import { startImport } from "~/domain/imports/change-import.server";
import { inviteMember } from "~/domain/members/invite-member.server";
import { mailBudgetOf, paidBudgets, TRIAL_BUDGET } from "~/domain/organizations/mail-budget";
import { setMailBudget } from "~/domain/organizations/mail-budget.server";
import type { Scope } from "~/domain/shared/scope";
import { activeAffiliate, invitedAffiliate, withTerms } from "../factories/affiliates";
import { oneTimeDeal } from "../factories/deals";
import { importedFile, type InScope } from "../factories/imports";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { signIn } from "../factories/people";
import { run } from "../cli/program";
import { apiKey, useApi } from "../support/api";
import { useDatabase } from "../support/database";
import { textIn } from "../support/html";
import { useSite } from "../support/site";
import { openVisitor, type Visitor } from "../support/visitor";

// The number of emails a day that an organization may cause to people who have never signed in to it, over all entry
// points together.

const db = useDatabase();
const site = useSite(db);
const api = useApi(db);
const DAY = 86_400_000;

let org: Org;
let visitor: Visitor;

beforeEach(async () => {
  db.at(null);
  org = await createOrg(db.database, { trial: true });
  visitor = await openVisitor(site, { language: "en", session: await signIn(db.database, org.owner) });
  db.mails.length = 0;
});

const sentTo = () => db.mails.map(({ to }) => to.address);

const counts = async (of = org) =>
  (
    await db.ownerPool.query(
      "select to_char(day, 'YYYY-MM-DD') as day, sent, waiting from stranger_mail where org_id = $1 order by day",
      [of.orgId],
    )
  ).rows;

/** Sets the budget as an operator. */
const allow = (perDay: number | null, of = org) =>
  db.database.withOrg(of.orgId, { kind: "operator" }, (scope) => setMailBudget(scope, perDay));

let number = 0;
const add = (scope: Scope) =>
  addAffiliate(scope, addAffiliateSchema.parse({ name: "Ada", email: `ada-${++number}@budget.example` }));

async function imported(rows: number): Promise<string> {
  const lines = Array.from({ length: rows }, () => `Ida;ida-${++number}@budget.example`);
  const inScope: InScope = (use) => asOwner(db.database, org, use);
  const id = await importedFile(inScope, "affiliates", ["Name;E-Mail", ...lines].join("\n"));
  await inScope((scope) => startImport(scope, id, { keepsDuplicates: false, invites: true, language: "en" }));
  await db.runJobs();
  return id;
}

/** Runs the jobs that are postponed until a time. */
async function runQueued(until: Date): Promise<void> {
  await db.ownerPool.query("update graphile_worker._private_jobs set run_at = now() where run_at <= $1", [until]);
  await db.runJobs();
}

const soon = () => new Date(Date.now() + 3_600_000);

test("[AFF-04] [ORG-05] web, API, import, members and notifications share one budget; above it they are rejected or wait", async () => {
  await allow(6);
  const page = await visitor.post("/affiliates/new", {
    name: "Web",
    email: `web-${++number}@budget.example`,
  });
  expect(page.status).toBe(302);
  const key = await apiKey(db, org);
  const byApi = (email: string) => api("POST", "/affiliates", { key, body: { name: "Api", email } });
  expect((await byApi(`api-${++number}@budget.example`)).status).toBe(201);
  const invited = await visitor.post("/settings/members/invite", {
    email: `member-${++number}@budget.example`,
    role: "member",
  });
  expect(invited.status).toBe(302);
  // Two of three invitations of a file, and one notification before it, are all that is left.
  const stranger = await invitedAffiliate(db.database, org);
  await withTerms(db.database, org, stranger);
  await db.runJobs();
  expect(sentTo()).toHaveLength(4);
  await oneTimeDeal(db.database, org, stranger);
  await db.runJobs();
  expect(sentTo().at(-1)).toBe(stranger.email);
  const importId = await imported(3);
  await runQueued(soon());
  expect(sentTo()).toHaveLength(6);
  expect(await counts()).toMatchObject([
    { sent: 6, waiting: 0 },
    { sent: 0, waiting: 2 },
  ]);
  const result = textIn((await visitor.open(`/import/affiliates/${importId}`)).text);
  expect(result).toContain("On their way today: 1. Waiting for the next days: 2, because your organization can send 6");

  // A request above the budget is rejected with a message and keeps its input; nothing was added.
  const email = `late-${++number}@budget.example`;
  const refused = await visitor.post("/affiliates/new", { name: "Late", email });
  expect([refused.status, textIn(refused.text)]).toEqual([429, expect.stringContaining("can send 6 emails a day")]);
  expect(refused.text).toContain(`value="${email}"`);
  const problem = await byApi(email);
  expect([problem.status, problem.body.code]).toEqual([429, "mail_budget_used"]);
  expect(Number(problem.headers.get("Retry-After"))).toBeGreaterThan(0);
  const again = await api("POST", `/affiliates/${stranger.affiliateId}/invite`, { key, body: {} });
  expect(again.status).toBe(429);
  const member = await visitor.post("/settings/members/invite", { email, role: "member" });
  expect(member.status).toBe(429);
  const known = "select 1 from affiliate where email = $1 union select 1 from member_invitation where email = $1";
  expect((await db.ownerPool.query(known, [email])).rowCount).toBe(0);
  expect(textIn((await visitor.open("/settings/general")).text)).toMatch(/6 of 6 today.*2 emails wait until tomorrow/);

  // Another organization has its own.
  await asOwner(db.database, await createOrg(db.database), add);
  await db.runJobs();
  expect(sentTo()).toHaveLength(7);

  // The next day the postponed emails go first.
  const tomorrow = new Date(Date.now() + DAY);
  db.at(tomorrow);
  await runQueued(tomorrow);
  expect(sentTo()).toHaveLength(9);
  expect(await db.jobs()).toEqual([]);
  expect((await counts()).map(({ sent }) => sent)).toEqual([6, 2]);
});

test("[NOT-02] emails to portal users, and requested links, cost nothing of it", async () => {
  const affiliate = await activeAffiliate(db.database, org);
  await withTerms(db.database, org, affiliate);
  await allow(1);
  await db.runJobs();
  db.mails.length = 0;
  await oneTimeDeal(db.database, org, affiliate);
  await oneTimeDeal(db.database, org, affiliate);
  await db.database.withIdentity((scope) => issueLink(scope, { purpose: "sign-in", userId: affiliate.userId }));
  await db.runJobs();
  expect(sentTo()).toHaveLength(3);
  expect(await counts()).toMatchObject([{ sent: 1 }]);
});

test("[NOT-02] a postponed notification is sent once, however often its email is tried", async () => {
  const stranger = await invitedAffiliate(db.database, org);
  await withTerms(db.database, org, stranger);
  await db.runJobs();
  await allow(2);
  db.mails.length = 0;
  const { mailer } = db.context;
  db.context.mailer = { ...mailer, send: () => Promise.reject(new Error("busy")) };
  await oneTimeDeal(db.database, org, stranger);
  for (let attempt = 0; attempt < 3; attempt++) {
    await db.ownerPool.query("update graphile_worker._private_jobs set run_at = now()");
    await db.runJobs([]);
  }
  db.context.mailer = mailer;
  expect(await counts()).toMatchObject([{ sent: 2, waiting: 0 }]);
  await oneTimeDeal(db.database, org, stranger);
  await runQueued(soon());
  expect(sentTo()).toHaveLength(1);
  expect(await counts()).toMatchObject([{ sent: 2 }, { waiting: 1 }]);
  const tomorrow = new Date(Date.now() + DAY);
  db.at(tomorrow);
  await runQueued(tomorrow);
  expect(sentTo()).toHaveLength(2);
});

test("O7 exactly the allowed number succeeds among concurrent requests", async () => {
  await allow(7);
  const asked = Array.from({ length: 20 }, (_, at) =>
    asOwner(db.database, org, (scope) =>
      at % 4 === 0 ? inviteMember(scope, { email: `m-${++number}@budget.example`, role: "member" }, "en") : add(scope),
    ),
  );
  const outcomes = await Promise.allSettled(asked);
  const refused = outcomes.flatMap((one) => (one.status === "rejected" ? [(one.reason as { code: string }).code] : []));
  expect(refused).toEqual(Array(13).fill("mail_budget_used"));
  await db.runJobs();
  expect(sentTo()).toHaveLength(7);
  expect(await counts()).toMatchObject([{ sent: 7 }]);
});

test("O7 the budget is small in the trial, and grows with age and payment; another time zone makes no second day", async () => {
  const found = new Date("2026-03-01T10:00:00Z");
  const facts = {
    createdAt: found,
    mailBudget: null,
    trialEndsAt: new Date(found.getTime() + 7 * DAY),
    retainUntil: null,
    subscriptionEndsAt: null,
    subscriptionCancels: false,
    subscriptionUnpaid: false,
    closedAt: null,
  };
  const after = (days: number, subscriptionStatus: "active" | "canceled" | null, mailBudget: number | null = null) =>
    mailBudgetOf({ ...facts, subscriptionStatus, mailBudget }, new Date(found.getTime() + days * DAY));
  expect([after(0, null), after(6, null), after(400, null), after(400, "canceled")]).toEqual(
    Array(4).fill(TRIAL_BUDGET),
  );
  expect([0, 29, 30, 179, 180, 4_000].map((days) => after(days, "active"))).toEqual([100, 100, 300, 300, 1_000, 1_000]);
  expect([after(0, null, 500), after(4_000, "active", 0)]).toEqual([500, 0]);
  expect(TRIAL_BUDGET).toBeLessThan(paidBudgets[0].perDay);

  await allow(1);
  await asOwner(db.database, org, add);
  await db.ownerPool.query("update organization set time_zone = 'Pacific/Kiritimati' where org_id = $1", [org.orgId]);
  await expect(asOwner(db.database, org, add)).rejects.toMatchObject({ code: "mail_budget_used" });
});

test("[CLI-01] an operator raises the budget, which is logged; no other actor can", async () => {
  const budget = (...args: string[]) =>
    run(["org", "mails", "--org", org.orgId, "--json", ...args], {
      DATABASE_URL: db.ownerUrl,
      DATABASE_APP_URL: db.appUrl,
    });
  const read = async (...args: string[]) => JSON.parse((await budget(...args)).stdout)[0];
  expect(await read()).toMatchObject({
    per_day: TRIAL_BUDGET,
    set_by: "age and plan",
    sent_today: 0,
    waiting: 0,
  });
  expect(await read("--per-day", "400", "--dry-run")).toMatchObject({ per_day: 400 });
  expect(await read()).toMatchObject({ per_day: TRIAL_BUDGET });
  expect(await read("--per-day", "400")).toMatchObject({ per_day: 400, set_by: "operator" });
  expect(textIn((await visitor.open("/settings/general")).text)).toContain("0 of 400 today");
  expect(await read("--reset")).toMatchObject({ per_day: TRIAL_BUDGET });
  const { rows } = await db.ownerPool.query(
    "select actor, data from audit_log where org_id = $1 and action = 'organization.set_mail_budget' order by xmin::text::bigint",
    [org.orgId],
  );
  expect(rows).toEqual([
    { actor: "operator", data: { per_day: 400, per_day_before: null } },
    { actor: "operator", data: { per_day: null, per_day_before: 400 } },
  ]);
  await expect(asOwner(db.database, org, (scope) => setMailBudget(scope, 5_000))).rejects.toMatchObject({
    code: "forbidden",
  });
}, 60_000);
