import { randomUUID } from "node:crypto";
import type { TFunction } from "i18next";
import { beforeAll, expect, test } from "vitest";
import { texts } from "../e2e/support/texts";
import { createUser, signIn } from "../factories/people";
import { useDatabase } from "../support/database";
import { textIn } from "../support/html";
import { useSite } from "../support/site";
import { snapshotTables } from "../support/snapshot-tables";
import { openVisitor, type Visitor } from "../support/visitor";
import { accessRules, requestsWithIds, type RequestWithId } from "./rules/access";
import { affiliateRules, termsRules } from "./rules/affiliates";
import { contactRules, dealRules, leadAffiliateRules, leadEdit, transitionRules } from "./rules/leads";
import { listedNames, notPaidTogether, paymentRules, receiptRules, receiptsOfUnpaid } from "./rules/money";
import { brokenRules, languages, type Rule, type RuleLanguage } from "./rules/rule";
import { onboardingRules, organizationRules, webhookRules } from "./rules/settings";
import { inBothLanguages, rulesWorld, type Ids, type RulesWorld } from "./rules/world";

// One server and two organizations serve all tests, because every test leaves the database as it was.

const db = useDatabase();
// Its operator vouches for one address; the rules for all other addresses stay.
const site = useSite(db);

let t: Record<RuleLanguage, TFunction>;
let world: RulesWorld;

beforeAll(async () => {
  t = { de: await texts("de"), en: await texts("en") };
  world = await rulesWorld(db, site);
});

/** Posts what each rule rejects, in both languages. Returns what is wrong with the responses. */
const refused = (visitors: Record<RuleLanguage, Visitor>, rules: Rule[]) => brokenRules(t, visitors, rules);

/** Runs the requests of a test, which find no problem and change no row of the database. */
async function changingNothing(run: () => Promise<string[]>): Promise<void> {
  const before = await snapshotTables(db.ownerPool);
  const problems = await run();
  const tables = await snapshotTables(db.ownerPool);
  expect({ problems, tables }).toEqual({ problems: [], tables: before });
}

test("[AUTH-01] [AUTH-03] [AUTH-11] applies the rules of sign-in, sign-up, forgotten password, sign-in link", async () => {
  const visitors = await inBothLanguages(site, null);
  await changingNothing(() => refused(visitors, accessRules()));
});

test("[ORG-07] [POR-05] responds to another organization's ids as to ids that do not exist; the portal changes nothing", async () => {
  const { foreign, own, today } = world;
  const uuid = /[0-9a-f]{8}-[0-9a-f-]{27}/g;
  const responseTo = async (visitor: Visitor, [path, form]: RequestWithId) => {
    const { status, text } = await (form ? visitor.submit(path, form) : visitor.open(path));
    return `${status} ${textIn(text)}`.replace(uuid, "id");
  };
  const random = JSON.parse(JSON.stringify(foreign).replace(uuid, () => randomUUID())) as Ids;
  await changingNothing(async () => {
    const problems: string[] = [];
    const unknown = requestsWithIds(random, today);
    for (const [place, request] of requestsWithIds(foreign, today).entries()) {
      const [path, form] = request;
      const theirs = await responseTo(world.staff.en, request);
      const none = await responseTo(world.staff.en, unknown[place]!);
      if (theirs !== none)
        problems.push(`${form ? "POST" : "GET"} ${path} ${JSON.stringify(form)}: ${theirs} is not ${none}`);
    }
    // An affiliate's session cannot use staff requests, not even with ids of its own organization.
    for (const [path, form] of requestsWithIds(own, today)) {
      const { status, headers } = await (form ? world.portal.en.post(path, form) : world.portal.en.get(path));
      if (status !== 302 || headers.location !== "/") problems.push(`${path}: ${status} ${headers.location}`);
    }
    return problems;
  });
});

test("[AFF-03] [AFF-05] applies the rules of an affiliate's name, email and status; an affiliate with deals stays", () =>
  changingNothing(() => refused(world.staff, affiliateRules(world))));

test("[AFF-07] [AFF-09] applies the rules of contract terms", () =>
  changingNothing(() => refused(world.staff, termsRules(world))));

test("[AFF-10] an inactive affiliate cannot submit leads", async () => {
  const { affiliate, emails } = world.own;
  const path = `/affiliates/${affiliate}/edit`;
  const person = { name: "Pia Partner", email: emails.affiliate };
  expect((await world.staff.en.post(path, { ...person, status: "inactive" })).status).toBe(302);
  const contact = { company_name: "Firma", contact_person: "Max", email: "max@firma.example" };
  const rule = { path: "/affiliate/leads/new", form: contact, says: ["portal:inactive.title"] };
  await changingNothing(() => refused(world.portal, [rule]));
  expect((await world.staff.en.post(path, { ...person, status: "active" })).status).toBe(302);
});

test("[LEAD-10] [POR-03] applies the rules of a lead's contact fields, from staff and from the portal", () =>
  changingNothing(async () => {
    const staffRules = [...contactRules("/leads/new"), ...contactRules(leadEdit(world)), ...leadAffiliateRules(world)];
    return [
      ...(await refused(world.staff, staffRules)),
      ...(await refused(world.portal, contactRules("/affiliate/leads/new"))),
    ];
  }));

test("[LEAD-06] applies the rules of a deal's fields, when it is created and when it is edited", () =>
  changingNothing(() => refused(world.staff, dealRules(world))));

test("[LEAD-03] allows only the offered transitions", () =>
  changingNothing(() => refused(world.staff, transitionRules(world))));

test("[TRX-03] [TRX-04] [COM-05] applies the rules of receipts, and paid commissions stay paid", () =>
  changingNothing(async () => {
    const problems = await refused(world.staff, receiptRules(world));
    for (const path of receiptsOfUnpaid(world)) {
      const form = { receipt_url: "https://receipts.example/1" };
      const { status } = await world.staff.en.submit(path, form);
      if (![404, 409].includes(status)) problems.push(`${path}: ${status}`);
    }
    return problems;
  }));

test("[COM-02] [COM-06] marks only due payments paid, one or several in one batch", () =>
  changingNothing(async () => {
    const problems = await refused(world.staff, paymentRules(world));
    // Of several payments in one batch all are paid or none is.
    for (const [other, says] of notPaidTogether(world)) {
      for (const language of languages) {
        const page = await world.staff[language].submit("/commissions?tab=due", [
          ["intent", "pay"],
          ["payment_id", world.own.payment.due],
          ["payment_id", other],
        ]);
        const sentence = t[language](says);
        if (!textIn(page.text).includes(sentence))
          problems.push(`${language} two payments (${page.status}) should say "${sentence}"`);
      }
    }
    const { status } = await world.staff.en.post("/commissions", { intent: "give" });
    if (status !== 400) problems.push(`the unknown intent: ${status}`);
    return problems;
  }));

test("links names in lists to their records: companies, deals and affiliates", async () => {
  const problems: string[] = [];
  for (const [path, addresses] of listedNames(world)) {
    const { text } = await world.staff.en.open(path);
    for (const address of addresses)
      if (!text.includes(`href="${address}"`)) problems.push(`${path} should link to ${address}`);
  }
  expect(problems).toEqual([]);
  const dashboard = await world.portal.en.open("/affiliate/dashboard");
  expect(dashboard.text).toContain(`href="/affiliate/leads/deals/${world.own.deal.monthly}"`);
});

test("[ORG-01] [ORG-06] applies the rules of the organization's name, time zone and currency", async () => {
  const signedOut = await (await openVisitor(site)).post("/onboarding", { organization_name: "Nobody's" });
  expect(signedOut.headers.location).toContain("/auth?");
  const without = await inBothLanguages(site, await signIn(db.database, await createUser(db.database)));
  await changingNothing(async () => [
    ...(await refused(without, onboardingRules)),
    ...(await refused(world.staff, organizationRules())),
  ]);
  expect((await without.en.get("/onboarding")).status).toBe(200);
});

test("[HOOK-02] [SET-03] applies the rules of webhook addresses", () =>
  changingNothing(async () => {
    const problems = await refused(world.staff, webhookRules());
    const form = { intent: "save", webhook_events: "deal.created" };
    const { status } = await world.staff.en.post("/settings/webhook", form);
    if (status !== 400) problems.push(`a form without an address: ${status}`);
    return problems;
  }));

test("every page that the rules concern opens", async () => {
  const { affiliate, deal, lead } = world.own;
  const pages = [
    "/leads",
    "/leads?tab=deals",
    "/leads?tab=archive",
    ...Object.values(lead).flatMap((id) => [`/leads/${id}`, `/leads/${id}/edit`]),
    ...Object.values(deal).map((id) => `/leads/deals/${id}`),
    "/affiliates",
    `/affiliates/${affiliate}/edit`,
    `/affiliates/${affiliate}/terms`,
    "/transactions",
    "/commissions?tab=all",
    "/settings/general",
    "/settings/webhook",
    "/settings/activity",
  ];
  const statuses: [path: string, status: number][] = [];
  for (const path of pages) statuses.push([path, (await world.staff.en.open(path)).status]);
  expect(statuses).toEqual(pages.map((path) => [path, 200]));
});
