import { expect, test, type Browser, type Locator, type Page } from "./support/test";
import { waitForHydration, holdScripts } from "./support/alive";
import { idsOn, send } from "./support/api";
import { texts } from "./support/texts";
import { ownerWindows } from "./support/windows";

// Input on a slow connection, before the scripts are loaded: it stays, it is sent, and everything around it knows it.

const run = Date.now();
const windows = ownerWindows({
  name: "Frieda Früh",
  email: `frieda-${run}@agency.example`,
  password: "correct horse battery",
  organization: `Früh ${run}`,
});
/** More than a short list has, so that its select is searchable. */
const names = Array.from({ length: 13 }, (_, at) => `Partner ${String.fromCodePoint(65 + at)}`);
let affiliates: string[] = [];
let leads: string[] = [];

test.beforeAll(() =>
  windows.signUp(async (request) => {
    for (const [at, name] of names.entries())
      await send(request, "/affiliates/new", { name, email: `partner-${at}-${run}@partner.example` });
    affiliates = await idsOn(request, "/affiliates?size=50", /\/affiliates\/([0-9a-f-]{36})\/terms/g);
    for (const company of ["Alpha", "Beta", "Gamma", "Delta"])
      await send(request, "/leads/new", {
        company_name: `${company} ${run}`,
        contact_person: "Max",
        email: "max@kunde.example",
      });
    leads = await idsOn(request, "/leads", /\/leads\/([0-9a-f-]{36})/g);
  }),
);

/** Opens a page that is not hydrated yet. */
async function openEarly(browser: Browser, path: string) {
  const opened = await windows.open(browser);
  const release = await holdScripts(opened.page);
  await opened.page.goto(path, { waitUntil: "commit" });
  /** Fills in with `enter`, lets the page hydrate, and checks that the form sends the same as before. */
  const enterEarly = async (form: Locator, enter: () => Promise<void>) => {
    await enter();
    const before = await sent(form);
    release();
    await waitForHydration(opened.page.locator("main").first());
    await expect.poll(() => sent(form)).toEqual(before);
    return Object.fromEntries(before);
  };
  return { ...opened, t: await texts("en"), enterEarly };
}

/** Returns what a form would send now, but for the next focus, which only pages that are not hydrated send. */
const sent = (form: Locator) =>
  form.evaluate((element) =>
    ([...new FormData(element as HTMLFormElement)] as [string, string][]).filter(([name]) => name !== "focus"),
  );
const dialogForm = (page: Page) => page.getByRole("dialog").locator("form").first();

test("[LEAD-06] keeps early input in every field of a deal: texts, money, a currency, a date, radio cards; the preview follows", async ({
  browser,
}) => {
  const { page, context, t, enterEarly, problems } = await openEarly(browser, `/leads/${leads[0]}/deal`);
  const form = dialogForm(page);
  const values = await enterEarly(form, async () => {
    await form.locator("[name=title]").fill("Early deal");
    await form.locator("[name=currency]").fill("CHF");
    await form.locator("[name=deal_type][value=recurring]").check({ force: true });
    await form.locator("[name=mrr]").fill("100");
    await form.locator("[name=contract_duration_months]").fill("6");
    await form.locator("[name=contract_start_date]").fill("2027-02-03");
  });
  expect(values).toMatchObject({ deal_type: "recurring", mrr: "100", contract_start_date: "2027-02-03" });
  await expect(form.locator("[name=contract_start_date]")).toHaveValue("Feb 3, 2027");
  await expect(form.locator("dl").filter({ hasText: t("leads:deal.total") })).toContainText("CHF 600.00");
  await expect(form.getByText("CHF", { exact: true }).filter({ visible: true })).toHaveCount(1);
  await form.getByRole("button", { name: t("leads:deal.submit") }).click();
  await expect(page.getByText("Early deal").first()).toBeVisible();
  expect(problems).toEqual([]);
  await context.close();
});

test("[AFF-07] explains terms that were chosen early", async ({ browser }) => {
  const path = `/affiliates/${affiliates[0]}/terms?edit=1`;
  const { page, context, t, enterEarly, problems } = await openEarly(browser, path);
  const form = dialogForm(page);
  await enterEarly(form, async () => {
    await form.locator("[name=model][value=fixed]").check({ force: true });
    await form.locator("[name=fixed_amount]").fill("77");
    await form.locator("[name=currency]").selectOption("CHF");
    await form.locator("[name=start_date]").fill("2099-01-01");
  });
  const meaning = form
    .locator("div")
    .filter({ hasText: t("terms:means") })
    .last();
  await expect(meaning).toContainText(/CHF.77/);
  await expect(form.getByText(t("affiliates:terms.starts_later"))).toBeVisible();
  expect(problems).toEqual([]);
  await context.close();
});

test("[LEAD-12] keeps early selected rows, their number, the bar and the dialog; so does a choice in a long list", async ({
  browser,
}) => {
  const first = await openEarly(browser, "/leads?view=list");
  const boxes = first.page.locator("[data-chooses]");
  await boxes.nth(0).check();
  await boxes.nth(2).check();
  const batch = first.page.locator(`form#${await boxes.first().getAttribute("form")}`);
  await first.enterEarly(batch, async () => {});
  for (const [at, isChosen] of [true, false, true].entries())
    await expect(boxes.nth(at)).toBeChecked({ checked: isChosen });
  await expect(batch).toContainText(first.t("leads:batch.chosen", { count: 2 }));
  // From here on a click adds one.
  await boxes.nth(1).check();
  await expect(batch).toContainText(first.t("leads:batch.chosen", { count: 3 }));
  await first.context.close();

  const query = leads.slice(0, 2).map((id) => `lead_id=${id}`);
  const { page, context, enterEarly, problems } = await openEarly(browser, `/leads/give?${query.join("&")}`);
  const form = dialogForm(page);
  await enterEarly(form, async () => {
    await form.locator("select[name=affiliate_id]").selectOption({ label: names[7]! });
  });
  await expect(form.locator("button[aria-haspopup=dialog]")).toContainText(names[7]!);
  expect(problems).toEqual([]);
  await context.close();
});

test("[UX-06] [A11Y-01] the focus moves to the next row after a payment before hydration", async ({ browser }) => {
  const owner = await windows.open(browser);
  const { request } = owner.context;
  const today = new Date().toISOString().slice(0, 10);
  const [, affiliate] = affiliates;
  const terms = { model: "rev_share", rev_share_percent: "10", cadence: "ad-hoc", currency: "EUR" };
  await send(request, `/affiliates/${affiliate}/terms`, { intent: "save", ...terms, start_date: today });
  for (const company_name of ["Eins", "Zwei"]) {
    const contact = { contact_person: "Max", email: "max@kunde.example", affiliate_id: affiliate! };
    await send(request, "/leads/new", { company_name, ...contact });
    const [lead] = await idsOn(request, `/leads?q=${company_name}`, /\/leads\/([0-9a-f-]{36})\/deal/g);
    const sold = { deal_type: "one-time", amount: "1000", currency: "EUR", close_date: today };
    await send(request, `/leads/${lead}/deal`, { title: company_name, ...sold });
  }
  await owner.context.close();

  const { page, context, t, problems } = await openEarly(browser, "/commissions");
  const pay = page.locator("main tbody").getByRole("button", { name: t("commissions:mark_paid") });
  const next = await pay.nth(1).getAttribute("id");
  await pay.first().press("Enter", { noWaitAfter: true });
  await expect(pay).toHaveCount(1);
  await expect(page.locator(":focus")).toHaveAttribute("id", next!);
  expect(problems).toEqual([]);
  await context.close();
});

test("[ORG-02] keeps, shows and saves an early choice in the searchable list of time zones", async ({ browser }) => {
  const { page, context, t, enterEarly, problems } = await openEarly(browser, "/settings/general");
  const form = page.locator("form").filter({ has: page.locator("[name=time_zone]") });
  await enterEarly(form, async () => {
    await form.locator("select[name=time_zone]").selectOption("Pacific/Auckland");
    await form.locator("[name=organization_name]").fill(`Früher ${run}`);
  });
  await expect(form.getByRole("combobox").filter({ hasText: "Pacific/Auckland" })).toBeVisible();
  await form.getByRole("button", { name: t("settings:organization.save") }).click();
  await expect(page.getByText(t("settings:organization.saved")).first()).toBeVisible();
  await page.reload();
  await expect(form.locator("[name=time_zone]")).toHaveValue("Pacific/Auckland");
  expect(problems).toEqual([]);
  await context.close();
});

test("[AFF-03] filters the list by an early search whose field has lost the focus", async ({ browser }) => {
  const { page, context, enterEarly, problems } = await openEarly(browser, "/affiliates");
  const search = page.locator("main input[type=search]");
  await enterEarly(page.locator("main form[role=search]").first(), async () => {
    await search.fill(names[3]!);
    await page.locator("h1").click();
  });
  await expect(page).toHaveURL(/q=Partner/);
  await expect(page.getByText(names[5]!)).toHaveCount(0);
  await expect(search).toHaveValue(names[3]!);
  expect(problems).toEqual([]);
  await context.close();
});

test("[ORG-04] opens the menu with early letters in the search of the top bar, unless the focus has moved on", async ({
  browser,
}) => {
  for (const isLeft of [false, true]) {
    const { page, context, enterEarly, problems } = await openEarly(browser, "/affiliates");
    const search = page.locator("header input[type=search]");
    await enterEarly(page.locator("main form[role=search]").first(), async () => {
      await search.fill("Par");
      if (isLeft) await page.locator("main input[type=search]").focus();
    });
    const menu = page.getByRole("dialog").getByRole("combobox");
    if (isLeft) {
      await expect(search).toHaveValue("Par");
      await expect(menu).toHaveCount(0);
    } else await expect(menu).toHaveValue("Par");
    expect(problems).toEqual([]);
    await context.close();
  }
});
