import { expect, test, type Page } from "./support/test";
import { acceptInvitation, becomeOwner, send, stranger } from "./support/api";
import { texts } from "./support/texts";

// Open pages receive the changes of other users (API-05).

const joined = (page: Page) => expect(page.locator("html")).toHaveAttribute("data-live", "joined");

test("[POR-06] [API-05] a lead that an affiliate submits appears on open staff screens without losing typed input", async ({
  browser,
}) => {
  const run = Date.now();
  const t = await texts("en");
  const [staff, portal] = [await stranger(), await stranger()];
  const [organization, email] = [`Live ${run}`, `lia-${run}@partner.example`];
  await becomeOwner(staff, {
    name: "Ada",
    email: `ada-${run}@agency.example`,
    password: "correct horse battery",
    organization,
  });
  await send(staff, "/affiliates/new", { name: "Lia", email });
  await acceptInvitation(portal, email, organization);
  const submit = (company: string) =>
    send(portal, "/affiliate/leads/new", {
      company_name: company,
      contact_person: "Max",
      email: "max@kunde.example",
    });

  const context = await browser.newContext({ storageState: await staff.storageState(), locale: "en" });
  const [board, form] = [await context.newPage(), await context.newPage()];
  const own = await (await browser.newContext({ storageState: await portal.storageState() })).newPage();
  await board.goto("/leads");
  await form.goto("/leads/new");
  await own.goto("/affiliate/leads");
  for (const page of [board, form, own]) await joined(page);
  await board.evaluate(() => Object.assign(window, { isSame: true }));
  const company = form.getByLabel(t("leads:lead.company"));
  await company.fill("Half a na");

  await submit("Alpha GmbH");
  for (const page of [board, own]) await expect(page.getByText("Alpha GmbH").first()).toBeVisible();
  expect(await board.evaluate(() => "isSame" in window)).toBe(true);

  await expect(form.getByText(t("shell:live.waiting"))).toBeVisible();
  await expect(company).toHaveValue("Half a na");
  await expect(company).toBeFocused();
  await expect(form.getByText("Alpha GmbH")).toHaveCount(0);
  await company.fill("");
  await company.blur();
  await expect(form.getByText("Alpha GmbH").first()).toBeVisible();
  await expect(form.getByText(t("shell:live.waiting"))).toHaveCount(0);

  // A page that had closed its connection catches up when it is shown again.
  const show = (name: string) => board.evaluate((event) => window.dispatchEvent(new Event(event)), name);
  await show("pagehide");
  await expect(board.locator("html")).toHaveAttribute("data-live", "closed");
  await submit("Beta AG");
  await expect(form.getByText("Beta AG").first()).toBeVisible();
  await expect(board.getByText("Beta AG")).toHaveCount(0);
  await show("pageshow");
  await expect(board.getByText("Beta AG").first()).toBeVisible();
  await Promise.all([staff.dispose(), portal.dispose(), context.close(), own.context().close()]);
});
