import { beforeAll, describe, expect, test } from "vitest";
import { activeAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { addedLead, oneTimeDeal, recurringDeal, submittedLead } from "../factories/deals";
import { createOrg, type Org } from "../factories/organizations";
import { signIn } from "../factories/people";
import { useDatabase } from "../support/database";
import { textIn } from "../support/html";
import { useSite } from "../support/site";
import { openVisitor } from "../support/visitor";

// Pages as the whole app serves them: the figures of a dashboard, and the messages of screens and forms when the
// database fails.

const db = useDatabase();
const site = useSite(db, { LOG_LEVEL: "silent" });

let org: Org;
let ada: Affiliate;
let sessions: { staff: string; portal: string };
let paidDeal: string;
let dueDeal: string;
let payment: string;
let paying: Awaited<ReturnType<typeof ask>>;

beforeAll(async () => {
  org = await createOrg(db.database);
  ada = await activeAffiliate(db.database, org, { name: "Ada" });
  await withTerms(db.database, org, ada);
  await addedLead(db.database, org);
  const closed = {
    close_date: (await db.database.withOrg(org.orgId, ada.actor, (scope) => scope.today())) as string,
  };
  paidDeal = (await oneTimeDeal(db.database, org, ada, { ...closed, amount: "2000" })).id;
  dueDeal = (await oneTimeDeal(db.database, org, ada, closed)).id;
  await recurringDeal(db.database, org, ada, {
    contract_start_date: closed.close_date,
    contract_duration_months: "3",
  });
  for (let number = 1; number <= 4; number++) await submittedLead(db.database, org, ada);
  payment = await idOf("select id from commission_payment order by period_start");
  sessions = {
    staff: await signIn(db.database, org.owner),
    portal: await signIn(db.database, ada, { door: "affiliate", affiliateOrgId: org.orgId }),
  };
  paying = await ask("staff", "/leads", { form: { intent: "mark-paid", deal_id: paidDeal } });
});

async function idOf(sql: string): Promise<string> {
  return (await db.ownerPool.query<{ id: string }>(sql)).rows[0]!.id;
}

/** Requests a page, or posts a form and follows the redirect. */
async function ask(
  who: keyof typeof sessions,
  path: string,
  { form, language = "de" }: { form?: Record<string, string>; language?: string } = {},
): Promise<{ status: number; text: string }> {
  const visitor = await openVisitor(site, { language, session: sessions[who] });
  const { status, text } = await (form ? visitor.submit(path, form) : visitor.open(path));
  return { status, text: textIn(text) };
}

test("[POR-02] the dashboard shows leads, conversion rate, and money paid, due and planned", async () => {
  expect(paying.text).toContain("Provision als bezahlt markiert");
  const german = (await ask("portal", "/affiliate/dashboard")).text;
  // Three of seven leads are won: 42.857 %. The lead that staff added without an affiliate does not count.
  expect(german).toContain("Leads 7 ");
  expect(german).toContain("42,9 %");
  // 10 % of 2,000 are paid; of 1,000 and of this month's 100 due; of the next two months' planned.
  expect(german).toMatch(/200,00 €.*110,00 €.*20,00 €/);
  const english = (await ask("portal", "/affiliate/dashboard", { language: "en" })).text;
  expect(english).toContain("42.9%");
});

test.each([
  ["/no/such/page", "en", "Page not found · Finderlohn"],
  ["/no/such/page", "de", "Seite nicht gefunden · Finderlohn"],
  ["/no/such/page", "fr", "Page introuvable · Finderlohn"],
  ["/no/such/page", "es", "Página no encontrada · Finderlohn"],
  ["/leads/deals", "de", "Seite nicht gefunden · Finderlohn"],
  ["/settings/none", "de", "Seite nicht gefunden · Finderlohn"],
  ["/affiliates/00000000-0000-4000-8000-000000000000/terms", "de", "Seite nicht gefunden · Finderlohn"],
])("the title of a missing page says so: %s, %s", async (path, language, title) => {
  expect(await ask("staff", path, { language })).toMatchObject({
    status: 404,
    text: expect.stringContaining(title) as string,
  });
});

test.each([
  ["en", "Something went wrong · Finderlohn", "Error · Finderlohn"],
  ["de", "Etwas ist schiefgegangen · Finderlohn", "Fehler · Finderlohn"],
  ["fr", "Une erreur s’est produite · Finderlohn", "Erreur · Finderlohn"],
  ["es", "Algo ha fallado · Finderlohn", "Error · Finderlohn"],
])("[PUB-12] titles of failures and rejections say so: %s", async (language, failed, refused) => {
  expect((await ask("staff", "/leads?q=%EF%BF%BD", { language })).text).toContain(refused);
  const form = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`field_${index}`, ""]));
  expect((await ask("staff", "/leads", { form, language })).text).toContain(refused);
  await db.ownerPool.query("alter table lead rename to away");
  try {
    expect((await ask("staff", "/leads", { language })).text).toContain(failed);
  } finally {
    await db.ownerPool.query("alter table away rename to lead");
  }
});

describe("a screen shows an error if its figures cannot be read", () => {
  test.each([
    ["TRX-03", "staff", "/transactions", "deal", "Transaktionen konnten nicht geladen werden"],
    ["COM-05", "staff", "/commissions", "commission_payment", "Provisionen konnten nicht geladen werden"],
    ["LEAD-11", "staff", "/leads", "lead", "Fehler beim Laden"],
    ["POR-02", "portal", "/affiliate/dashboard", "aggregate", "Dashboard-Daten konnten nicht geladen werden"],
    ["POR-04", "portal", "/affiliate/terms", "affiliate_term", "Konditionen konnten nicht geladen werden"],
  ] as const)("[%s] %s, %s", async (_row, who, path, table, sentence) => {
    await db.ownerPool.query(`alter table ${table} rename to away`);
    try {
      expect(await ask(who, path)).toMatchObject({
        status: 500,
        text: expect.stringContaining(sentence) as string,
      });
    } finally {
      await db.ownerPool.query(`alter table away rename to ${table}`);
    }
    const healed = await ask(who, path);
    expect(healed.status).toBe(200);
    expect(healed.text).not.toContain(sentence);
  });
});

describe("a form shows an error if it cannot be saved, and nothing is saved", () => {
  const receipt_url = "https://receipts.example/1.pdf";

  test.each([
    [
      "TRX-03",
      () => `/transactions/deal/${paidDeal}/receipt`,
      () => ({ receipt_url }),
      "Beleg konnte nicht gespeichert werden",
    ],
    [
      "COM-05",
      () => `/commissions/deal/${paidDeal}/receipt`,
      () => ({ receipt_url }),
      "Beleg konnte nicht gespeichert werden",
    ],
    [
      "COM-05",
      () => "/commissions",
      () => ({ intent: "mark-paid", kind: "payment", id: payment }),
      "Status konnte nicht aktualisiert werden",
    ],
    [
      "COM-05",
      () => "/commissions",
      () => ({ intent: "pay", payment_id: payment }),
      "Status konnte nicht aktualisiert werden",
    ],
    [
      "COM-05",
      () => "/leads?tab=deals",
      () => ({ intent: "mark-paid", deal_id: dueDeal }),
      "Status konnte nicht aktualisiert werden",
    ],
  ])("[%s] %#", async (_row, path, form, sentence) => {
    await db.ownerPool.query(`
      create function broken() returns trigger language plpgsql as $$ begin raise exception 'the disk is full'; end $$;
      create trigger broken before update on deal for each row execute function broken();
      create trigger broken before update on commission_payment for each row execute function broken()`);
    try {
      expect((await ask("staff", path(), { form: form() as Record<string, string> })).text).toContain(sentence);
    } finally {
      await db.ownerPool.query("drop function broken cascade");
    }
    const { rows } = await db.ownerPool.query(
      `select 1 from deal where receipt_url is not null
       union all select 1 from commission_payment where status = 'paid'`,
    );
    expect(rows).toEqual([]);
  });
});
