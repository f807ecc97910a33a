import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { todayIn } from "~/domain/shared/dates";
import { sessionCookie } from "~/server/app-context.server";
import { asAffiliate } from "../factories/affiliates";
import { addMember } from "../factories/organizations";
import { signIn } from "../factories/people";
import { startApp, type Answer, type AppRoute } from "../support/app";
import { useDatabase } from "../support/database";
import { HIDDEN, markHidden } from "../support/mark-hidden";
import { design, type Design } from "../support/route-design";
import { populate, type PopulatedOrg } from "../support/tenancy/world";
import { useRoutes } from "../support/web";

// Requests every route of the manifest as every kind of user, with their own, foreign and unknown ids. The expected
// results are in tests/support/route-design.ts; a route that is missing there fails.

const db = useDatabase();
useRoutes(db);

const people = ["nobody", "owner", "member", "affiliate", "other"] as const;
type Who = (typeof people)[number];
/** Whose records an address names: the agency's (for the affiliate their own), foreign ones, or unknown ones. */
type Whose = "own" | "foreign" | "random";
type Ids = Record<string, string>;

let app: Awaited<ReturnType<typeof startApp>>;
const cookies: Partial<Record<Who, string>> = {};
let agency: Ids;
let colleague: Ids;
let foreign: Ids;
let populated: PopulatedOrg;

beforeAll(async () => {
  app = await startApp();
  const [a, b] = [await populate(db.database, "A"), await populate(db.database, "B")];
  populated = a;
  const member = await addMember(db.database, a);
  const enter = async (who: Who, ...[person, options]: [{ userId: string }, Parameters<typeof signIn>[2]?]) => {
    cookies[who] = (await sessionCookie().serialize(await signIn(db.database, person, options))).split(";")[0]!;
  };
  await enter("owner", a.owner);
  await enter("member", member);
  await enter("other", b.owner);
  await enter("affiliate", a.affiliates[0], { door: "affiliate", affiliateOrgId: a.orgId });
  [agency, colleague, foreign] = [await idsOf(a, 0), await idsOf(a, 1), await idsOf(b, 0)];
});

async function cookieOfAffiliate(): Promise<string> {
  const [affiliate] = populated.affiliates;
  const session = await signIn(db.database, affiliate, { door: "affiliate", affiliateOrgId: populated.orgId });
  return (await sessionCookie().serialize(session)).split(";")[0]!;
}

async function idsOf(org: PopulatedOrg, index: 0 | 1): Promise<Ids> {
  const { affiliateId } = org.affiliates[index];
  const { rows } = await db.ownerPool.query<Ids>(
    `select (select id from deal where org_id = $1 and affiliate_id = $2 and deal_type = 'one-time' order by id limit 1) as "dealId",
       (select id from lead where org_id = $1 and affiliate_id = $2 and status = 'qualified' order by id limit 1) as "leadId",
       (select min(id::text) from webhook_delivery where org_id = $1) as "deliveryId",
       (select min(id::text) from api_key where org_id = $1) as "keyId",
       (select min(id::text) from own_field where org_id = $1 and deleted_at is null) as "fieldId",
       (select min(id::text) from payout_run where org_id = $1) as "runId",
       (select min(id::text) from payout where org_id = $1 and affiliate_id = $2) as "payoutId"`,
    [org.orgId, affiliateId],
  );
  const { dealId, leadId, deliveryId, keyId, fieldId, runId, payoutId } = rows[0]!;
  return {
    affiliateId,
    userId: org.owner.userId,
    dealId: dealId!,
    id: dealId!,
    leadId: leadId!,
    deliveryId: deliveryId!,
    keyId: keyId!,
    fieldId: fieldId!,
    runId: runId!,
    payoutId: payoutId!,
  };
}

const NAMES = [
  "affiliateId",
  "userId",
  "dealId",
  "id",
  "leadId",
  "deliveryId",
  "keyId",
  "fieldId",
  "runId",
  "payoutId",
];
const random = (): Ids => Object.fromEntries(NAMES.map((name) => [name, randomUUID()]));
const hasId = ({ path }: AppRoute) => NAMES.some((name) => path.includes(`:${name}`));

/** Returns the ids for a user; for another organization's staff its ids are their own. */
function idsFor(who: Who, whose: Whose): Ids {
  if (whose === "random") return random();
  if (who === "other") return whose === "own" ? foreign : agency;
  if (who === "affiliate" && whose === "foreign") return colleague;
  return whose === "own" ? agency : foreign;
}

const addressOf = (route: AppRoute, ids: Ids) =>
  (design[route.name]?.at ?? route.path)
    .replace(":kind", "deal")
    .replace(":token", "none")
    .replace("*", "nowhere")
    .replace(/:(\w+)/g, (_, name: string) => ids[name]!);

const signInPage = (area: Design["area"]) => (area === "portal" ? "/affiliate/login" : "/auth");

/** Returns where a user without access is redirected; null with access. */
function sentTo({ area }: Design, who: Who, address: string): string | null {
  if (area === "open") return null;
  if (who === "nobody") return `${signInPage(area)}?${new URLSearchParams({ redirectTo: address })}`;
  const isStaff = who !== "affiliate";
  if (area === "founder") return isStaff ? "/leads" : null;
  return (area === "portal") === isStaff ? "/" : null;
}

/** A redirect may name the ids of its address. */
const postAnswer = (post: NonNullable<Design["post"]>, who: Who, ids: Ids) => {
  const answer = typeof post === "object" ? post[who as keyof typeof post] : post;
  return typeof answer === "string" ? answer.replace(/:(\w+)/g, (name, id: string) => ids[id] ?? name) : answer;
};

const outcome = ({ status, to }: Answer) => to ?? status;

/** Returns everything that distinguishes two responses, without the ids of the address. */
function traces(answer: Answer, ids: Ids): string {
  const told = JSON.stringify([answer.status, answer.to, answer.toast, answer.body]);
  return Object.values(ids).reduce((text, id) => text.replaceAll(id, "ID"), told);
}

const named = (form: Record<string, string>, ids: Ids) => {
  const values: Ids = { ...ids, today: todayIn("Europe/Berlin", new Date()) };
  const filled = Object.entries(form).map(([name, text]) => [
    name,
    text.startsWith(":") ? values[text.slice(1)]! : text,
  ]);
  return Object.fromEntries(filled) as Record<string, string>;
};

async function changes(): Promise<unknown> {
  const { rows } = await db.ownerPool.query(
    `select (select count(*) from audit_log) as entries, (select count(*) from membership) as people,
       (select count(*) from notification) as notices, (select max(updated_at) from lead) as leads,
       (select max(updated_at) from deal) as deals`,
  );
  return rows[0];
}

test("[ORG-07] [AUTH-06] exactly the routes of the manifest with a loader or an action have an entry", () => {
  const routes = app.routes.filter(({ hasLoader, hasAction }) => hasLoader || hasAction);
  expect(Object.keys(design).sort()).toEqual(routes.map(({ name }) => name).sort());
  for (const { name, hasLoader, hasAction } of routes) {
    expect([name, design[name]!.get !== undefined]).toEqual([name, hasLoader]);
    expect([name, design[name]!.post !== undefined]).toEqual([name, hasAction]);
  }
});

test("[AUTH-06] [ORG-07] a form with damaged text in a known or unknown field is rejected and changes nothing", async () => {
  const wrong: unknown[] = [];
  let asked = 0;
  for (const route of app.routes.filter(({ name }) => design[name]?.post !== undefined)) {
    const entry = design[route.name]!;
    const who = entry.area === "portal" ? "affiliate" : "owner";
    const own = idsFor(who, "own");
    const form = named(entry.form ?? {}, own);
    // Some forms need an intent, and a founder is another user.
    if ((entry.post === 400 && !form["intent"]) || entry.area === "founder") continue;
    asked++;
    const before = JSON.stringify(await changes());
    const answer = await app.ask(route, addressOf(route, own), {
      cookie: cookies[who],
      // What browsers and programs send for half an emoji, in an unknown field.
      form: { ...form, of_tomorrow: "caf\ufffd" },
    });
    const isSaid = answer.toast?.includes("unreadable characters") || answer.body.includes("text_damaged");
    if (!isSaid || answer.status >= 500) wrong.push([route.name, outcome(answer), answer.body]);
    if (JSON.stringify(await changes()) !== before) wrong.push([route.name, "has changed something"]);
  }
  expect(wrong).toEqual([]);
  expect(asked).toBeGreaterThan(25);
});

describe.each(people)("%s", (who) => {
  const asked = (kind: "get" | "post") =>
    // Sign-out comes last, because it ends the session.
    app.routes
      .filter(({ name }) => design[name]?.[kind] !== undefined)
      .sort((one, other) => Number(one.name === "auth.sign-out") - Number(other.name === "auth.sign-out"));

  test("[ORG-07] [AUTH-06] opens their own pages, and foreign ones do not exist", async () => {
    const wrong: unknown[] = [];
    for (const route of asked("get")) {
      const entry = design[route.name]!;
      const seen = new Map<Whose, string>();
      for (const whose of hasId(route) ? (["own", "foreign", "random"] as const) : (["own"] as const)) {
        const ids = idsFor(who, whose);
        const address = addressOf(route, ids);
        const answer = await app.ask(route, address, { cookie: cookies[who] });
        const mine = entry.get === undefined ? 404 : ownAnswer(entry, entry.get, who);
        const sent = entry.isOnlyForm ? null : sentTo(entry, who, address);
        const expected = sent ?? (whose === "own" || entry.isOnlyForm ? mine : 404);
        if (outcome(answer) !== expected) wrong.push([route.name, whose, outcome(answer), expected]);
        seen.set(whose, traces(answer, ids));
      }
      if (seen.get("foreign") !== seen.get("random")) wrong.push([route.name, "foreign is told from random"]);
    }
    expect(wrong).toEqual([]);
  });

  test("[ORG-07] [AUTH-06] submits their own forms, and foreign ones are rejected like unknown ones", async () => {
    const wrong: unknown[] = [];
    for (const route of asked("post")) {
      const entry = design[route.name]!;
      const own = idsFor(who, "own");
      const address = addressOf(route, own);
      const empty = await app.ask(route, address, { cookie: cookies[who], form: {} });
      const expected = sentTo(entry, who, address) ?? postAnswer(entry.post!, who, own);
      if (outcome(empty) !== expected) wrong.push([route.name, "own", outcome(empty), expected]);
      if (!hasId(route)) continue;
      const before = await changes();
      const seen: string[] = [];
      for (const ids of [idsFor(who, "foreign"), random()]) {
        const answer = await app.ask(route, addressOf(route, ids), {
          cookie: cookies[who],
          form: named(entry.form ?? {}, ids),
        });
        seen.push(traces(answer, ids));
        // The form must be understood, or the rejection proves nothing.
        if (sentTo(entry, who, "") === null && [400, 422].includes(answer.status))
          wrong.push([route.name, "form", answer.status, answer.body]);
      }
      if (seen[0] !== seen[1]) wrong.push([route.name, "foreign is told from random", ...seen]);
      if (JSON.stringify(await changes()) !== JSON.stringify(before)) wrong.push([route.name, "has changed it"]);
    }
    expect(wrong).toEqual([]);
  });
});

/** Returns the expected status of an own page; members get an explanation where only owners have access. */
function ownAnswer(entry: Design, get: number | string | Partial<Record<Who, number | string>>, who: Who) {
  if (typeof get === "object") return get[who] ?? 200;
  return entry.ownersOnly && who === "member" ? 403 : get;
}

// Last, because it marks rows that the other tests name.
test("[ORG-07] [AUTH-06] no response of the portal has a text of a row that the database hides from the affiliate", async () => {
  const [affiliate] = populated.affiliates;
  const marked = await markHidden(db, (use) => asAffiliate(db.database, populated, affiliate, use));
  // Among others what staff write for themselves, and what belongs to the other affiliate.
  for (const column of ["lead_note.text", "lead_message.text", "own_field.label", "lead_own_value.content"])
    expect(marked).toContain(column);
  const cookie = await cookieOfAffiliate();
  const found: unknown[] = [];
  let opened = 0;
  for (const route of app.routes.filter(({ name }) => design[name]?.area === "portal" && design[name]?.get)) {
    const { status, body } = await app.ask(route, addressOf(route, agency), { cookie });
    if (status === 200) opened++;
    const at = body.indexOf(HIDDEN);
    if (at >= 0) found.push([route.name, body.slice(Math.max(0, at - 60), at + 60)]);
  }
  expect(found).toEqual([]);
  expect(opened).toBeGreaterThan(12);
});
