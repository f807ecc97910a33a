import { expect, test, type Page } from "./support/test";
import type { TFunction } from "i18next";
import { addMonths, formatMonth, todayIn } from "../../app/domain/shared/dates";
import { formatMoney } from "../../app/domain/shared/money";
import { newestLink, newestMail } from "./support/mailbox";
import { signUpOwner } from "./support/people";
import { startReceiver } from "./support/receiver";
import { texts } from "./support/texts";
import { collectConsoleErrors, REFUSED } from "./support/complaints";

// The main job from sign-up to a paid commission, as two people do it in two browsers: once in German with JavaScript,
// once in English without.

const port = Number(process.env["E2E_WEBHOOK_PORT"]);
let receiver: Awaited<ReturnType<typeof startReceiver>>;
test.beforeAll(async () => {
  receiver = await startReceiver(port);
});
test.afterAll(() => receiver.stop());

for (const javaScriptEnabled of [true, false]) {
  const language = javaScriptEnabled ? "de" : "en";
  const mode = javaScriptEnabled ? "with JavaScript" : "without JavaScript";

  test(`[PE-01] [PE-02] [AUTH-02] [AFF-04] [LEAD-08] [COM-01] [TRX-02] [POR-02] two people complete the journey ${mode}`, async ({
    browser,
  }) => {
    test.setTimeout(180_000);
    const t = await texts(language);
    const locale = language === "de" ? "de-DE" : "en-US";
    const context = () => browser.newContext({ javaScriptEnabled, locale, baseURL: process.env["E2E_URL"] });
    const staff = await (await context()).newPage();
    const partner = await (await context()).newPage();
    const problems = [staff, partner].map((page) => collectConsoleErrors(page, [REFUSED]));
    const run = `${language}-${Date.now()}`;
    const organization = `Nordwind ${run}`;
    const affiliate = { name: "Lena Bauer", email: `lena-${run}@partner.example` };
    const company = { first: `Alpha ${run}`, second: `Beta ${run}` };
    const euro = (minor: number) => formatMoney(minor, "EUR", language);
    const today = todayIn("Europe/Berlin", new Date());

    await test.step("the owner signs up, confirms, onboards and starts the trial", async () => {
      await signUpOwner(staff, t, t, {
        name: "Olga Owner",
        email: `olga-${run}@agency.example`,
        password: "correct horse battery",
        organization,
      });
    });

    await test.step("the owner configures the webhook", async () => {
      await staff.goto("/settings/webhook");
      await staff.locator("[name=webhook_url]").fill(receiver.url);
      await staff.getByRole("button", { name: t("settings:webhook.save") }).click();
      await expect(shown(staff, t("settings:webhook.saved"))).toBeVisible();
    });

    await test.step("the owner invites an affiliate and sets 10 % terms", async () => {
      await staff.goto("/affiliates/new");
      await staff.locator("[name=name]").fill(affiliate.name);
      await staff.getByRole("dialog").locator("[name=email]").fill(affiliate.email);
      await submitDialog(staff);
      await expect(staff.getByLabel(t("affiliates:invitation.message"))).toHaveValue(/\/link\/handed\./);
      await staff.goto("/affiliates");
      const row = staff.getByRole("row").filter({ hasText: affiliate.email });
      await expect(row).toContainText(t("affiliates:status.invited"));

      await row.getByRole("link", { name: t("affiliates:to_terms") }).click();
      await setTerms(staff, t, {
        model: "rev_share",
        rev_share_percent: language === "de" ? "10,5" : "10.5",
      });
    });

    await test.step("the affiliate opens the invitation and submits two leads", async () => {
      const subject = t("mail:invite.subject", { organization });
      await partner.goto(await newestLink(partner.request, affiliate.email, subject));
      await partner.getByRole("button", { name: t("auth:link.continue") }).click();
      await expect(partner).toHaveURL("/affiliate/dashboard");
      for (const name of [company.first, company.second]) await submitLead(partner, t, name);
      await staff.goto("/affiliates");
      await expect(staff.getByRole("row").filter({ hasText: affiliate.email })).toContainText(
        t("affiliates:status.active"),
      );
    });

    await test.step("staff qualify the first lead and win it once for 1,234.55", async () => {
      await staff.goto("/leads");
      await card(staff, company.first)
        .getByRole("button", { name: t("leads:lead.qualify") })
        .click();
      await expect(shown(staff, t("leads:toast.status_updated"))).toBeVisible();
      await card(staff, company.first)
        .getByRole("link", { name: t("leads:lead.create_deal") })
        .click();
      const dialog = staff.getByRole("dialog");
      await dialog.locator("[name=title]").fill("Website");
      await dialog.locator("[name=deal_type][value='one-time']").check({ force: true });
      await dialog.locator("[name=amount]").fill(language === "de" ? "1.234,55" : "1,234.55");
      await dialog.locator("[name=close_date]").fill(today);
      // 10.5 % of 1,234.55 is 129.62775: half up to 129.63.
      if (javaScriptEnabled) await expect(dialog).toContainText(euro(129_63));
      await submitDialog(staff);
      await expect(staff).toHaveURL("/leads?tab=deals");
      await expect(staff.getByRole("row").filter({ hasText: company.first })).toContainText(euro(129_63));
    });

    await test.step("new terms leave the old deal unchanged; the second lead becomes a recurring deal", async () => {
      await staff.goto("/affiliates");
      await staff
        .getByRole("row")
        .filter({ hasText: affiliate.email })
        .getByRole("link", { name: t("affiliates:to_terms") })
        .click();
      await setTerms(staff, t, { model: "fixed", fixed_amount: "25", edit: true });
      await staff.goto("/leads");
      await card(staff, company.second)
        .getByRole("link", { name: t("leads:lead.create_deal") })
        .click();
      const dialog = staff.getByRole("dialog");
      await dialog.locator("[name=title]").fill("Hosting");
      await dialog.locator("[name=deal_type][value=recurring]").check({ force: true });
      await dialog.locator("[name=mrr]").fill("99");
      await dialog.locator("[name=contract_duration_months]").fill("3");
      await dialog.locator("[name=contract_start_date]").fill(today);
      await submitDialog(staff);
      await expect(staff).toHaveURL("/leads?tab=deals");
      await expect(staff.getByRole("row").filter({ hasText: company.first })).toContainText(euro(129_63));
      await expect(staff.getByRole("row").filter({ hasText: company.second })).toContainText(euro(25_00));
    });

    await test.step("both events reach the webhook receiver through the queue", async () => {
      const mine = () =>
        receiver.received.filter(({ body }) => Object.values(company).includes(body.lead.company_name));
      await expect.poll(() => mine().length, { timeout: 20_000 }).toBe(4);
      expect(mine().filter(({ body }) => body.event === "lead.created")).toHaveLength(2);
      const deal = mine().find(({ body }) => body.deal?.title === "Website");
      expect(deal?.body).toMatchObject({
        event: "deal.created",
        deal: { amount: 1234.55, currency: "EUR", commission_amount: 129.63, close_date: today },
        affiliate: { name: affiliate.name },
      });
    });

    await test.step("three monthly payments exist: one due, two planned; the due one is paid", async () => {
      await staff.goto("/commissions");
      const due = staff.getByRole("row").filter({ hasText: company.second });
      await expect(due).toHaveCount(1);
      await expect(due).toContainText(formatMonth(today, language));
      await due.getByRole("button", { name: t("commissions:mark_paid") }).click();
      await expect(shown(staff, t("commissions:toasts.paid"))).toBeVisible();
      await staff.goto("/commissions?tab=planned");
      const planned = staff.getByRole("row").filter({ hasText: company.second });
      await expect(planned).toHaveCount(2);
      await expect(planned.first()).toContainText(formatMonth(addMonths(today, 1), language));
      await expect(planned.getByRole("button", { name: t("commissions:mark_paid") })).toHaveCount(0);
      await staff.getByRole("button", { name: t("commissions:generate") }).click();
      await expect(shown(staff, t("commissions:toasts.complete"))).toBeVisible();
    });

    await test.step("the one-off commission is paid and gets a receipt", async () => {
      await staff.goto("/leads?tab=deals");
      const row = staff.getByRole("row").filter({ hasText: company.first });
      // Below a resting pointer the toast would give more time to undo, which delays the email.
      await staff.mouse.move(0, 0);
      await row.getByRole("button", { name: t("leads:deals.mark_paid") }).press("Enter");
      await expect(shown(staff, t("commissions:toasts.paid"))).toBeVisible();
      await staff.goto("/transactions?tab=without");
      await expect(staff.getByRole("row").filter({ hasText: run })).toHaveCount(2);
      await staff
        .getByRole("row")
        .filter({ hasText: company.first })
        .getByRole("link", { name: t("transactions:receipt.add") })
        .click();
      await staff.getByRole("dialog").locator("[name=receipt_url]").fill("javascript:alert(1)");
      await submitDialog(staff);
      await expect(staff.getByRole("dialog")).toContainText(t("errors:receipt_url_invalid"));
      await staff.getByRole("dialog").locator("[name=receipt_url]").fill("https://receipts.example/1.pdf");
      await submitDialog(staff);
      await expect(shown(staff, t("transactions:receipt.updated"))).toBeVisible();
      await staff.goto("/transactions");
      const paid = staff.getByRole("row").filter({ hasText: company.first });
      await expect(paid).toContainText(t("transactions:receipt.available"));
      await expect(paid).toContainText(euro(129_63));
    });

    await test.step("the affiliate's earnings are right to the cent, and they were notified", async () => {
      await partner.goto("/affiliate/dashboard");
      // 129.63 of the one-off deal and 25.00 of the first month.
      await expect(partner.getByRole("main")).toContainText(euro(154_63));
      // Future months are shown, but not as due.
      const planned = t("portal:dashboard.planned", { amounts: euro(50_00) });
      await expect(partner.getByRole("main")).toContainText(planned);
      await newestMail(
        partner.request,
        affiliate.email,
        t("mail:commission_paid.subject", { commission: euro(129_63) }),
      );
    });

    await test.step("signing out ends the session on the server", async () => {
      const cookies = await staff.context().cookies();
      await staff.goto("/leads");
      await staff.getByRole("banner").locator("summary").last().click();
      await staff.getByRole("button", { name: t("shell:sign_out") }).click();
      await expect(staff).toHaveURL("/auth");
      await staff.context().addCookies(cookies);
      await staff.goto("/leads");
      await expect(staff).toHaveURL("/auth?redirectTo=%2Fleads");
    });

    expect(problems.flat()).toEqual([]);
    await staff.context().close();
    await partner.context().close();
  });
}

/** Finds the message of a redirect: a toast, or the banner of a page without JavaScript. */
function shown(page: Page, text: string) {
  // By selector: text searches skip the contents of <noscript>.
  return page.locator("[data-sonner-toast], [role=status]").filter({ hasText: text }).first();
}

function card(page: Page, company: string) {
  return page.getByRole("article").filter({ hasText: company });
}

async function submitDialog(page: Page) {
  await page.getByRole("dialog").locator("button[type=submit]").last().click();
}

async function setTerms(
  page: Page,
  t: TFunction,
  terms: { model: string; rev_share_percent?: string; fixed_amount?: string; edit?: boolean },
) {
  const dialog = page.getByRole("dialog");
  if (terms.edit) await dialog.getByRole("link", { name: t("affiliates:terms.edit") }).click();
  else await dialog.getByRole("link", { name: t("affiliates:terms.set") }).click();
  await dialog.locator(`[name=model][value=${terms.model}]`).check({ force: true });
  if (terms.rev_share_percent) await dialog.locator("[name=rev_share_percent]").fill(terms.rev_share_percent);
  if (terms.fixed_amount) await dialog.locator("[name=fixed_amount]").fill(terms.fixed_amount);
  await submitDialog(page);
  await expect(shown(page, t("affiliates:toast.terms_saved"))).toBeVisible();
}

async function submitLead(page: Page, t: TFunction, company: string) {
  await page.goto("/affiliate/leads/new");
  const form = page.locator("form").filter({ has: page.locator("[name=company_name]") });
  await form.locator("[name=company_name]").fill(company);
  await form.locator("[name=contact_person]").fill("Max Muster");
  await form.locator("[name=email]").fill(`max-${Date.now()}@kunde.example`);
  await form.locator("button[type=submit]").last().click();
  await expect(shown(page, t("portal:new_lead.submitted"))).toBeVisible();
}
