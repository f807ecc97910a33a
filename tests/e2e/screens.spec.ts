import { expect, test, type Page } from "./support/test";
import { todayIn } from "../../app/domain/shared/dates";
import { acceptInvitation, becomeOwner, send, stranger } from "./support/api";
import { approvedRun } from "./support/payout-run";
import { problemsOf, untranslatedOn, type Look } from "./support/problems";
import { isNightly } from "../support/nightly";

const publicScreens = [
  "/",
  "/auth",
  "/auth?tab=signup",
  "/auth/forgot",
  "/auth/passkey",
  "/auth/check-mail",
  "/pricing",
  "/docs/api",
  "/affiliate/login",
  "/none",
];
const staffScreens = [
  "/leads",
  "/leads?tab=deals",
  "/leads?tab=archive",
  "/leads?status=new",
  "/leads?q=gamma&affiliate=none",
  "/leads/new",
  "/affiliates",
  "/affiliates/new",
  "/transactions",
  "/commissions",
  "/commissions?tab=planned",
  "/commissions?tab=all",
  "/commissions/runs",
  "/payouts",
  "/payouts/pay?tab=EUR&who=all",
  "/import/leads",
  "/import/affiliates",
  "/import/customer-payments",
  "/reports",
  "/reports?period=this-year&rank=leads",
  "/reports?from=2026-01-15&to=2026-03-02",
  "/search",
  "/search?q=gamma",
  "/search?q=nothing+like+this",
  "/notifications",
  "/settings/general",
  "/settings/members",
  "/settings/payouts",
  "/settings/payouts/account",
  "/settings/members/invite",
  "/settings/members/hand-over",
  "/settings/account",
  "/settings/notifications",
  "/second-factor/app",
  "/second-factor/passkey",
  "/settings/api",
  "/settings/api/new",
  "/settings/webhook",
  "/settings/webhook/deliveries",
  "/settings/webhook/deliveries/send",
  "/settings/activity",
  "/settings/data",
  "/settings/data/archive",
  "/settings/subscription",
];
const portalScreens = [
  "/affiliate/dashboard",
  "/affiliate/leads",
  "/affiliate/leads?tab=deals",
  "/affiliate/leads/new",
  "/affiliate/earnings",
  "/affiliate/earnings?period=all",
  "/affiliate/earnings/statement",
  "/affiliate/payout-details",
  "/affiliate/terms",
  "/affiliate/notifications",
  "/affiliate/settings",
];

let world: Awaited<ReturnType<typeof prepare>>;
test.beforeAll(async () => {
  world = await prepare();
});

/** Returns a name of the maximum length, of words without a place to break. */
const long = (start: string, length: number) =>
  `${start} ${"Donaudampfschifffahrtsgesellschaft".repeat(6)}`.slice(0, length);
/** Almost the maximum of a field (LARGEST_AMOUNT), as one amount and for each of twelve months. */
const [large, largeMonthly] = ["9999999999.99", "799999999.99"];

/**
 * Creates one of everything, so that no screen is empty. All names and amounts are long: no screen may scroll sideways
 * because of them.
 */
async function prepare() {
  const moment = Date.now();
  const staff = await stranger();
  const portal = await stranger();
  const organization = long(`Screens ${moment}`, 100);
  await becomeOwner(staff, {
    name: long("Sina", 100),
    email: `sina-${moment}@agency.example`,
    password: "correct horse battery",
    organization,
  });

  const email = `pia-${moment}-${"a".repeat(40)}@${"partner-".repeat(7)}gmbh.example`;
  const today = todayIn("Europe/Berlin", new Date());
  const addAffiliate = async (name: string, address: string) => {
    await send(staff, "/affiliates/new", { name, email: address });
    const html = await (await staff.get(`/affiliates?q=${address}`)).text();
    const id = idIn(html, /\/affiliates\/([0-9a-f-]{36})\/terms/);
    await send(staff, `/affiliates/${id}/terms`, {
      intent: "save",
      affiliate_id: id,
      model: "rev_share",
      rev_share_percent: "10",
      currency: "EUR",
      cadence: "monthly",
      start_date: today,
    });
    return id;
  };
  const affiliate = await addAffiliate(long("Pia", 100), email);
  await acceptInvitation(portal, email, organization);
  // A payer in Germany asks a business for its agreement to self-billing.
  const address = {
    street: long("Weg", 70),
    house_number: "1",
    postal_code: "20095",
    town: long("Stadt", 35),
    country: "DE",
  };
  await send(staff, "/settings/payouts", { intent: "save", legal_name: long("Zahlstelle", 140), ...address });
  await send(staff, "/settings/payouts/account", { iban: "DE89370400440532013000", holder: long("Konto", 70) });
  const details = { legal_name: long("Pia", 140), tax_status: "regular", tax_number: "12/345/67890", ...address };
  await send(portal, "/affiliate/payout-details", { intent: "save", ...details });
  const account = { holder: long("Konto", 70), iban: "DE89370400440532013000" };
  await send(portal, "/affiliate/payout-details", { intent: "account", ...account });
  const agreement = { agreement_language: "de", agreement_version: "1" };
  await send(portal, "/affiliate/payout-details", { intent: "accept-agreement", ...agreement });
  for (const name of ["Gamma", "Delta", "Epsilon"]) {
    await send(portal, "/affiliate/leads/new", {
      company_name: long(name, 200),
      contact_person: long("Anneliese", 200),
      email: `${name}-${"b".repeat(50)}@${"kunde-".repeat(9)}gmbh.example`,
      phone: "0".repeat(50),
      notes: "x".repeat(300),
    });
  }
  const leadIds = [...(await (await staff.get("/leads")).text()).matchAll(/\/leads\/([0-9a-f-]{36})\/deal/g)];
  const [one, two, three] = [...new Set(leadIds.map((match) => match[1]!))];
  await send(staff, `/leads/${one}/deal`, {
    lead_id: one!,
    title: long("Website", 200),
    deal_type: "one-time",
    amount: large,
    close_date: today,
  });
  await send(staff, `/leads/${two}/deal`, {
    lead_id: two!,
    title: long("Wartung", 200),
    deal_type: "recurring",
    mrr: largeMonthly,
    contract_duration_months: "12",
    contract_start_date: today,
  });
  // Another affiliate with the same name has due commissions, too.
  const namesake = await addAffiliate(long("Pia", 100), `namesake-${email}`);
  const company = long("Zeta", 200);
  await send(staff, "/leads/new", {
    company_name: company,
    contact_person: "Ida",
    email: "ida@zeta.example",
    affiliate_id: namesake,
  });
  const four = idIn(await (await staff.get("/leads?q=zeta")).text(), /\/leads\/([0-9a-f-]{36})\/deal/);
  const wanted = { title: company, deal_type: "one-time", amount: large, close_date: today };
  await send(staff, `/leads/${four}/deal`, { lead_id: four, ...wanted });

  const deal = idIn(
    await (await staff.get("/leads?tab=deals&q=website")).text(),
    /name="deal_id" value="([0-9a-f-]{36})"/,
  );
  await send(staff, "/leads", { intent: "mark-paid", deal_id: deal });
  const run = await approvedRun(staff, today);
  const payout = idIn(await (await staff.get(run)).text(), /\/payouts\/statements\/([0-9a-f-]{36})"/);
  await send(staff, "/settings/payouts", { intent: "require-approver" });
  const member = idIn(
    await (await staff.get("/settings/members")).text(),
    /\/settings\/members\/([0-9a-f-]{36})\/role/,
  );
  const dialogs = [
    `/settings/members/${member}/erase`,
    `/leads/${three}/deal`,
    `/leads/${three}/edit`,
    `/leads/${three}/erase`,
    `/leads/${three}`,
    `/leads/${two}`,
    `/leads/${three}/lose`,
    `/leads/deals/${deal}`,
    `/leads/deals/${deal}/edit`,
    `/affiliates/${affiliate}`,
    `/affiliates/${affiliate}/edit?behind=page`,
    `/affiliates/${affiliate}/payout`,
    `/affiliates/${affiliate}/terms`,
    `/affiliates/${affiliate}/invitation`,
    `/affiliates/${affiliate}/edit`,
    `/affiliates/${affiliate}/delete`,
    `/transactions/deal/${deal}/receipt`,
    "/payouts/runs",
    "/payouts/runs/new",
    run,
    `${run}/pay`,
    `${run}/void`,
    `${run}/wise`,
    `${run}/code/${payout}`,
    `/payouts/statements/${payout}`,
  ];

  const { cookies } = await staff.storageState();
  return {
    staff: { screens: [...staffScreens, ...dialogs], cookies },
    portal: {
      screens: [
        ...portalScreens,
        `/affiliate/leads/${three}`,
        `/affiliate/leads/deals/${deal}`,
        "/affiliate/statements",
        `/affiliate/statements/${payout}`,
      ],
      cookies: (await portal.storageState()).cookies,
    },
    visitor: { screens: publicScreens, cookies: [] },
  };
}

test.describe.configure({ mode: "parallel" });
// Problems name their screen; SCREENSHOTS shows it.
const looks = (...schemes: [Look["colorScheme"], Look["colorScheme"]]): Look[] => [
  { width: 1280, colorScheme: schemes[0] },
  { width: 390, colorScheme: schemes[1] },
];
// Each screen is opened once, and checked in two widths; at night also in the other language and themes, of which
// otherwise only the texts are read. Screens with a chosen theme run on a system with the other one.
const runs = [
  ["the staff's", "de", "system", looks("light", "dark")],
  ["everybody else's", "de", "light", looks("dark", "dark")],
  ["the staff's", "en", "dark", looks("light", "light")],
  ["everybody else's", "en", "system", looks("dark", "light")],
] as const;
for (const [whose, language, theme, ways] of isNightly ? runs : runs.slice(0, 2)) {
  test(`[A11Y-01] [I18N-02] every screen has no problems: ${whose}, ${language}, theme ${theme}`, async ({
    browser,
  }) => {
    test.setTimeout(300_000);
    const problems: string[] = [];
    for (const { screens, cookies } of whose === "the staff's" ? [world.staff] : [world.portal, world.visitor]) {
      const context = await browser.newContext({
        baseURL: process.env["E2E_URL"],
        locale: "en-US",
        storageState: { cookies, origins: [] },
        // Otherwise dialogs fade in; half-transparent text has no measurable contrast.
        reducedMotion: "reduce",
      });
      const page = await context.newPage();
      await page.request.post("/language", { form: { language, redirect_to: "/" }, maxRedirects: 0 });
      await page.request.post("/theme", { form: { theme, redirect_to: "/" }, maxRedirects: 0 });
      for (const [index, screen] of screens.entries()) {
        // In one language each screen is opened wide and then narrowed, in the other the reverse. Each starts with the
        // last width of the one before, so that no page is laid out more often than it is looked at.
        const order = (index % 2 === 0) === (language === "de") ? ways : ways.toReversed();
        const found = await problemsOf(page, screen, order, {
          seen: (look) => savePicture(page, `${language}-${look?.width}-${look?.colorScheme}-${screen}`),
        });
        problems.push(...found.map((problem) => `${language} ${problem}`));
      }
      if (!isNightly) problems.push(...(await untranslatedOn(context.request, "en", screens)));
      await context.close();
    }
    expect(problems).toEqual([]);
  });
}

function idIn(html: string, pattern: RegExp): string {
  const id = pattern.exec(html)?.[1];
  if (!id) throw new Error(`no id like ${pattern.source} in the page`);
  return id;
}

/** Stores a screenshot of every screen if SCREENSHOTS names a folder. */
async function savePicture(page: Page, name: string): Promise<void> {
  const folder = process.env["SCREENSHOTS"];
  if (!folder) return;
  const file = name.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "id").replace(/[^\w-]+/g, "_");
  await page.screenshot({ path: `${folder}/${file}.png` });
}
