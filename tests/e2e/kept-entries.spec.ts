import { expect, test, type Browser, type Page } from "./support/test";
import type { TFunction } from "i18next";
import { waitForHydration, escape, holdScripts } from "./support/alive";
import { send } from "./support/api";
import { newestLink } from "./support/mailbox";
import { texts } from "./support/texts";
import { ownerWindows } from "./support/windows";
import { waitForPrefetch } from "./support/quiet";

// No input is lost: not when the session ends, not without a response, not by an accidental key press.

const run = Date.now();
const owner = {
  name: "Vera Vorsicht",
  email: `vera-${run}@agency.example`,
  password: "correct horse battery",
  organization: `Vorsicht ${run}`,
};
const affiliate = { name: "Paula Partner", email: `paula-${run}@partner.example` };
const windows = ownerWindows(owner);

/** Opens a window of the owner in a language. */
async function open(browser: Browser, language: "de" | "en") {
  const opened = await windows.open(browser, { locale: language });
  await opened.page.request.post("/language", { form: { language, redirect_to: "/pricing" } });
  return opened;
}

test.beforeAll(() => windows.signUp((request) => send(request, "/affiliates/new", affiliate)));

const field = (page: Page, t: TFunction, key: string) =>
  page.getByRole("dialog").getByLabel(t(`leads:lead.${key}`), { exact: false });
const add = (page: Page, t: TFunction) => page.getByRole("button", { name: t("leads:add.submit") });

async function typeLead(page: Page, t: TFunction, company: string) {
  await field(page, t, "company").fill(company);
  await field(page, t, "contact").fill("Max Muster");
  await field(page, t, "email").fill("max@kunde.example");
  await field(page, t, "notes").fill("First line\nSecond line");
}

async function signIn(page: Page, t: TFunction) {
  await page.getByLabel(t("auth:email")).fill(owner.email);
  await page.locator("[name=password]").fill(owner.password);
  await page.getByRole("button", { name: t("auth:signin.submit"), exact: true }).click();
}

for (const language of ["de", "en"] as const) {
  test(`[LEAD-10] [AUTH-06] keeps a lead's input when the session ends while it is typed (${language})`, async ({
    browser,
  }) => {
    const t = await texts(language);
    const { page, context } = await open(browser, language);
    await page.goto("/leads/new?status=new");
    await waitForHydration(add(page, t));
    await typeLead(page, t, `Verlustfrei ${language}`);
    await field(page, t, "affiliate").selectOption({ label: affiliate.name });
    await context.clearCookies({ name: /finderlohn/ });
    await add(page, t).click();

    await expect(page).toHaveURL(/\/auth\?redirectTo=/);
    await expect(page.getByText(t("errors:session_ended"))).toBeVisible();
    await expect(page.getByText(t("errors:session_ended_kept"))).toBeVisible();
    await signIn(page, t);

    await expect(page).toHaveURL("/leads/new?status=new");
    await expect(page.getByText(t("common:restored"))).toBeVisible();
    await expect(field(page, t, "company")).toHaveValue(`Verlustfrei ${language}`);
    await expect(field(page, t, "notes")).toHaveValue("First line\nSecond line");
    await expect(field(page, t, "affiliate").locator("option:checked")).toHaveText(affiliate.name);

    // A page that came as a document is filled as well.
    await page.reload();
    await expect(field(page, t, "contact")).toHaveValue("Max Muster");
    await waitForHydration(add(page, t));
    await add(page, t).click();
    await expect(page.getByText(t("leads:toast.added"))).toBeVisible();

    await page.goto("/leads/new");
    await waitForHydration(add(page, t));
    await expect(page.getByText(t("common:restored"))).toHaveCount(0);
    await expect(field(page, t, "company")).toHaveValue("");
    await context.close();
  });
}

test("[LEAD-10] never shows a draft to the user who signs in next", async ({ browser }) => {
  const t = await texts("en");
  const { page, context } = await open(browser, "en");
  await page.goto("/leads/new");
  await waitForHydration(add(page, t));
  await typeLead(page, t, "Private GmbH");
  await page.route(/leads\/new\.data/, (route) => route.abort());
  await add(page, t).click();
  await expect(page.getByText(t("errors:no_connection"))).toBeVisible();
  await page.unrouteAll();
  await page.evaluate(() => {
    for (const [key, text] of Object.entries(sessionStorage))
      if (key.startsWith("draft "))
        sessionStorage.setItem(key, String(text).replace(/"user":"[^"]*"/, '"user":"other"'));
  });
  await page.goto("/leads/new");
  await waitForHydration(add(page, t));
  await expect(field(page, t, "company")).toHaveValue("");
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain("Private GmbH");
  await context.close();
});

for (const language of ["de", "en"] as const) {
  test(`[AFF-03] keeps a form's input when there is no response (${language})`, async ({ browser }) => {
    const t = await texts(language);
    const { page, context } = await open(browser, language);
    await page.goto("/affiliates/new");
    const send = page.getByRole("button", { name: t("affiliates:new.submit") });
    await waitForHydration(send);
    const dialog = page.getByRole("dialog");
    const name = dialog.getByLabel(t("affiliates:new.name"));
    await name.fill("Olga Offline");
    await dialog.getByLabel(t("affiliates:new.email")).fill(`olga-${language}-${run}@partner.example`);
    await context.setOffline(true);
    await send.click();

    const notice = page.getByRole("group", { name: t("errors:no_connection") });
    await expect(notice).toBeFocused();
    await expect(name).toHaveValue("Olga Offline");
    const again = notice.getByRole("button", { name: t("common:try_again") });
    await again.click();
    await expect(name).toHaveValue("Olga Offline");
    await expect(notice).toBeVisible();
    await context.setOffline(false);
    await again.click();
    await expect(page.getByText(t("affiliates:toast.added"))).toBeVisible();
    await context.close();
  });
}

test("[AFF-11] an unreachable screen says so, without a reference", async ({ browser }) => {
  const t = await texts("en");
  const { page, context } = await open(browser, "en");
  await page.goto("/leads");
  const link = page.getByRole("link", { name: t("shell:nav.affiliates") }).first();
  // The pointer loads the screen in advance, if the page is alive; a screen that is not there would be a document.
  await waitForHydration(link);
  await link.hover();
  await waitForPrefetch(page, "/affiliates");
  await context.setOffline(true);
  await link.click();
  const screen = page.getByRole("main");
  await expect(screen.getByText(t("site:unreachable.title"))).toBeVisible();
  await expect(screen.getByText(t("site:unreachable.text"))).toBeVisible();
  await expect(screen.getByText(t("errors:failed_hint", { id: "" }).slice(0, -2))).toHaveCount(0);
  await context.setOffline(false);
  await page.getByRole("link", { name: t("common:try_again") }).click();
  await expect(page.getByText(affiliate.name).first()).toBeVisible();
  await context.close();
});

test("[LEAD-10] Escape, the cross and the back button do not discard a form's input", async ({ browser }) => {
  const t = await texts("de");
  const { page, context } = await open(browser, "de");
  await page.goto("/leads?status=new");
  const opener = page.getByRole("link", { name: t("leads:add.title") }).first();
  await waitForHydration(opener);
  await opener.click();
  const company = field(page, t, "company");
  const question = page.getByRole("alertdialog", { name: t("common:discard.title") });
  const stay = question.getByRole("button", { name: t("common:discard.keep") });

  await expect(company).toBeFocused();
  await escape(page);
  await expect(page).toHaveURL("/leads?status=new");
  await opener.click();

  await company.fill("Fast verloren KG");
  await escape(page);
  await expect(stay).toBeFocused();
  await escape(page);
  await expect(question).toHaveCount(0);
  await expect(company).toBeFocused();
  await page.goBack();
  await stay.click();
  await expect(page).toHaveURL("/leads/new?status=new");
  await expect(company).toHaveValue("Fast verloren KG");
  await page.getByRole("link", { name: t("common:close") }).click();
  await question.getByRole("button", { name: t("common:discard.discard") }).click();
  await expect(page).toHaveURL("/leads?status=new");
  await opener.click();
  await expect(company).toHaveValue("");
  await context.close();
});

test("[AFF-10] keeps a lead's input when the session of an affiliate ends while it is typed", async ({ browser }) => {
  const t = await texts("en");
  const context = await browser.newContext({ baseURL: process.env["E2E_URL"]!, locale: "en-US" });
  const page = await context.newPage();
  const subject = t("mail:invite.subject", { organization: owner.organization });
  await page.goto(await newestLink(page.request, affiliate.email, subject));
  await page.getByRole("button", { name: t("auth:link.continue") }).click();
  await expect(page).toHaveURL("/affiliate/dashboard");
  await page.goto("/affiliate/leads/new");
  const send = page.getByRole("button", { name: t("portal:new_lead.submit") });
  await waitForHydration(send);
  await page.getByLabel(t("portal:fields.company")).fill("Portal GmbH");
  await page.getByLabel(t("portal:fields.contact")).fill("Pia Portal");
  await page.getByLabel(t("portal:fields.email")).fill("pia@kunde.example");
  await context.clearCookies({ name: /finderlohn/ });
  await send.click();
  await expect(page).toHaveURL(/\/affiliate\/login\?redirectTo=/);
  await expect(page.getByText(t("errors:session_ended_kept"))).toBeVisible();
  await page.locator("[name=email]").fill(affiliate.email);
  await page.getByRole("button", { name: t("auth:affiliate.submit") }).click();
  await page.goto(await newestLink(page.request, affiliate.email, t("mail:sign-in.subject")));
  await page.getByRole("button", { name: t("auth:link.continue") }).click();
  await expect(page).toHaveURL("/affiliate/leads/new");
  await expect(page.getByLabel(t("portal:fields.company"))).toHaveValue("Portal GmbH");
  await context.close();
});

test("[LEAD-06] keeps a date that is typed before hydration", async ({ browser }) => {
  const t = await texts("en");
  const { page, context } = await open(browser, "en");
  const lead = { company_name: "Früh GmbH", contact_person: "Fritz", email: "fritz@kunde.example" };
  await page.request.post("/leads/new", { form: lead });
  const html = await (await page.request.get("/leads?q=Früh")).text();
  const comeAlive = await holdScripts(page);
  await page.goto(/\/leads\/[0-9a-f-]{36}\/deal/.exec(html)![0], { waitUntil: "commit" });
  const date = page.getByLabel(t("leads:deal.close_date"));
  await date.press("Backspace");
  await date.pressSequentially("0231");
  comeAlive();
  const submit = page.getByRole("button", { name: t("leads:deal.submit") });
  await waitForHydration(submit);
  await submit.click();
  await expect(page.getByText(t("errors:date_invalid")).last()).toBeVisible();
  await expect(page.getByText(t("errors:close_date_required"))).toHaveCount(0);
  await date.pressSequentially("02032027");
  await page.getByLabel(t("leads:deal.title")).focus();
  await expect(date).toHaveValue("Feb 3, 2027");
  await context.close();
});
