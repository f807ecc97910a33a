import { escape } from "./support/alive";
import { expect, test, type Browser, type Page } from "./support/test";
import { becomeOwner, invited, send } from "./support/api";
import { texts } from "./support/texts";

// The affiliates screen for staff, in German. Without JavaScript: tests/http/plain/affiliates.test.ts.

let world: Awaited<ReturnType<typeof signUpOrganization>>;

test.beforeAll(async ({ browser }) => {
  world = await signUpOrganization(browser);
});

/** Returns an organization and its owner. All tests share it, because they do not test signing up. */
async function signUpOrganization(browser: Browser) {
  const t = await texts("de");
  const context = await browser.newContext({
    locale: "de-DE",
    baseURL: process.env["E2E_URL"],
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const staff = await context.newPage();
  const run = Date.now();
  const organization = `Nordwind ${run}`;
  await becomeOwner(
    staff.request,
    {
      name: "Olga Owner",
      email: `olga-${run}@agency.example`,
      password: "correct horse battery",
      organization,
    },
    "de",
  );
  return { t, staff, run, organization };
}

const dialog = (page: Page) => page.getByRole("dialog");
const sendDialog = (page: Page) => dialog(page).locator("form button[type=submit]").last().click();

/** Finds the message of a redirect: a toast, or the banner of a page without JavaScript. */
function shown(page: Page, text: string) {
  // By selector: text searches skip the contents of <noscript>.
  return page.locator("[data-sonner-toast], [role=status]").filter({ hasText: text }).first();
}

const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });
const idOf = (page: Page) => /affiliates\/([0-9a-f-]{36})/.exec(page.url())![1]!;

async function add(page: Page, person: { name: string; email: string }) {
  await page.goto("/affiliates/new");
  await dialog(page).locator("[name=name]").fill(person.name);
  await dialog(page).locator("[name=email]").fill(person.email);
  await sendDialog(page);
  await expect(page).toHaveURL(/\/invitation$/);
  return idOf(page);
}

test("[AFF-01] [AFF-02] [AFF-03] [AFF-05] [AFF-11] staff add, find, edit and delete affiliates", async () => {
  const { t, staff, run } = world;
  const lena = { name: "Lena Bärlauch", email: `lena-${run}@partner.example` };
  const max = { name: "Max Muster", email: `max-${run}@partner.example` };

  await staff.goto("/affiliates");
  await expect(staff.getByRole("heading", { name: "Affiliates", level: 1 })).toBeVisible();
  await expect(staff.getByText(t("affiliates:empty"))).toBeVisible();
  await staff.getByRole("link", { name: t("affiliates:empty_action") }).click();

  // A rejected form keeps the entered values.
  await dialog(staff).locator("[name=name]").fill("x".repeat(101));
  await sendDialog(staff);
  await expect(dialog(staff)).toContainText(t("errors:name_too_long"));
  await expect(dialog(staff)).toContainText(t("errors:email_required"));
  await expect(dialog(staff).locator("[name=name]")).toHaveValue("x".repeat(101));
  const lenaId = await add(staff, lena);
  await expect(shown(staff, t("affiliates:toast.added"))).toBeVisible();
  const maxId = await add(staff, max);
  await staff.goto("/affiliates/new");
  await dialog(staff).locator("[name=name]").fill("Again");
  await dialog(staff).locator("[name=email]").fill(lena.email.toUpperCase());
  await sendDialog(staff);
  await expect(dialog(staff)).toContainText(t("errors:affiliate_email_taken"));

  // Both sections are shown; newest first, by name on request.
  await staff.goto("/affiliates");
  for (const section of ["active", "invited"])
    await expect(staff.getByRole("heading", { name: t(`affiliates:section.${section}`) })).toBeVisible();
  await expect(staff.getByRole("link", { name: t("affiliates:add") })).toBeVisible();
  const first = row(staff, "@partner.example").first();
  await expect(first).toContainText(max.email);
  await staff.getByRole("link", { name: t("affiliates:column.name") }).click();
  await expect(staff).toHaveURL(/sort=name/);
  await expect(first).toContainText(lena.email);

  // Searching keeps the order; the button is for browsers without JavaScript.
  const searchFor = (words: string) => staff.getByPlaceholder(t("affiliates:filter.placeholder")).fill(words);
  await expect(staff.getByRole("button", { name: t("affiliates:filter.submit") })).toBeHidden();
  await searchFor("BARLAUCH");
  await expect(row(staff, max.email)).toHaveCount(0);
  await expect(row(staff, lena.email)).toHaveCount(1);
  await expect(staff).toHaveURL(/q=BARLAUCH.*sort=name/);
  await searchFor("nobody");
  await expect(staff.getByRole("main").getByText(t("affiliates:none_found"))).toBeVisible();
  await staff
    .getByRole("main")
    .getByRole("link", { name: t("common:clear_filters") })
    .last()
    .click();
  await expect(staff).toHaveURL("/affiliates");
  await expect(row(staff, max.email)).toHaveCount(1);

  // Editing in the middle of a filtered list leads back to it.
  await staff.goto("/affiliates?status=invited");
  await row(staff, max.email)
    .getByRole("link", { name: t("affiliates:action.edit") })
    .click();
  await dialog(staff).locator("[name=name]").fill("Moritz Muster");
  await dialog(staff).locator("[name=status]").selectOption("inactive");
  await sendDialog(staff);
  await expect(staff).toHaveURL("/affiliates?status=invited");
  await expect(shown(staff, t("affiliates:toast.updated"))).toBeVisible();
  await expect(row(staff, max.email)).toHaveCount(0);
  await staff.getByRole("combobox", { name: t("affiliates:filter.status") }).selectOption("inactive");
  await expect(staff).toHaveURL("/affiliates?status=inactive");
  await expect(row(staff, max.email)).toContainText("Moritz Muster");
  await expect(row(staff, max.email)).toContainText(t("affiliates:status.inactive"));

  // Another address is another person, who is invited next.
  await staff.goto(`/affiliates/${lenaId}/edit`);
  await dialog(staff).locator("[name=email]").fill(`new-${lena.email}`);
  await sendDialog(staff);
  await expect(staff).toHaveURL(`/affiliates/${lenaId}/invitation`);
  await expect(dialog(staff)).toContainText(t("affiliates:invitation.unmailed", { email: `new-${lena.email}` }));

  // In the delete dialog the safe button has the focus, and Back and Escape close it.
  await staff.goto("/affiliates");
  await row(staff, max.email)
    .getByRole("link", { name: t("affiliates:action.delete") })
    .click();
  const alert = staff.getByRole("alertdialog", { name: t("affiliates:delete.title") });
  await expect(alert).toContainText(t("affiliates:delete.text"));
  await expect(alert).toContainText("Moritz Muster");
  await expect(alert.getByRole("link", { name: t("common:cancel") })).toBeFocused();
  await escape(staff);
  await expect(alert).toBeHidden();
  await staff.goto(`/affiliates/${maxId}/delete`);
  await alert.getByRole("button", { name: t("affiliates:delete.submit") }).click();
  await expect(shown(staff, t("affiliates:toast.deleted"))).toBeVisible();
  await expect(row(staff, max.email)).toHaveCount(0);
  expect((await staff.goto(`/affiliates/${maxId}/edit`))?.status()).toBe(404);
});

test("[AFF-04] staff see, copy and resend an invitation", async () => {
  const { t, staff, run, organization } = world;
  const paul = { name: "Paul Bauer", email: `paul-${run}@partner.example` };
  const id = await add(staff, paul);
  const message = staff.getByLabel(t("affiliates:invitation.message"));
  const link = async () => /http\S+\/link\/\S+/.exec(await message.inputValue())?.[0];

  for (const part of [paul.name, "Olga Owner", organization]) expect(await message.inputValue()).toContain(part);
  await expect(message).not.toBeEditable();
  const first = await link();
  await staff.getByRole("button", { name: t("affiliates:invitation.copy") }).click();
  await expect(staff.getByRole("button", { name: t("affiliates:invitation.copied") })).toBeVisible();
  await expect(shown(staff, t("affiliates:invitation.copied_text"))).toBeVisible();
  expect(await staff.evaluate(() => navigator.clipboard.readText())).toContain(first);
  await expect(staff.getByRole("button", { name: t("affiliates:invitation.copy") })).toBeVisible();

  // Opening the page makes no new link: this browser shows the existing one for a while, another shows none.
  await staff.reload();
  expect(await link()).toBe(first);
  await staff.getByRole("button", { name: t("affiliates:invitation.send_again") }).click();
  await expect(shown(staff, t("errors:failed"))).toBeVisible();
  await expect(shown(staff, t("errors:invitation_too_soon").slice(0, 30))).toBeVisible();

  await staff.context().clearCookies({ name: "handed-link" });
  await staff.reload();
  expect(await link()).toBeUndefined();
  expect(await message.inputValue()).toContain("/affiliate/login");
  await staff.getByRole("button", { name: t("affiliates:invitation.make_link") }).click();
  await expect(message).toHaveValue(/\/link\/handed\./);
  expect(await link()).not.toBe(first);

  // The emailed link proves the mailbox, so no manual link can be made any more.
  await (await invited(paul.email, organization, "de")).dispose();
  await staff.goto(`/affiliates/${id}/invitation`);
  await expect(dialog(staff)).toContainText(t("affiliates:invitation.mail_only"));
  expect(await link()).toBeUndefined();
  await staff.goto("/affiliates");
  await expect(row(staff, paul.email)).toContainText(t("affiliates:status.active"));
});

test("[AFF-05] [AFF-11] offers to set an affiliate with deals inactive instead of deleting; a form without a session leads to sign-in", async () => {
  const { t, staff, run, organization } = world;
  const dana = { name: "Dana Bauer", email: `dana-${run}@partner.example` };
  const id = await add(staff, dana);
  const partner = await invited(dana.email, organization, "de");
  const contact = { company_name: "Alpha", contact_person: "Max", email: "max@kunde.example" };
  await send(partner, "/affiliate/leads/new", contact);
  await partner.dispose();
  const leads = await (await staff.request.get("/leads")).text();
  const lead = /\/leads\/([0-9a-f-]{36})\/deal/.exec(leads)![1]!;
  await send(staff.request, `/leads/${lead}/deal`, {
    lead_id: lead,
    title: "Website",
    deal_type: "one-time",
    amount: "100",
    close_date: "2026-01-15",
  });

  await staff.goto(`/affiliates/${id}/delete`);
  const alert = staff.getByRole("alertdialog");
  await expect(alert).toContainText(t("affiliates:delete.refused", { name: dana.name }));
  await expect(alert.getByRole("button", { name: t("affiliates:delete.submit") })).toHaveCount(0);
  // A page that was open before the deal was won.
  const late = await staff.request.post(`/affiliates/${id}/delete`, { form: { intent: "delete" } });
  expect(late.status()).toBe(200);
  await alert.getByRole("button", { name: t("affiliates:delete.deactivate") }).click();
  await expect(shown(staff, t("affiliates:toast.updated"))).toBeVisible();
  await expect(row(staff, dana.email)).toContainText(t("affiliates:status.inactive"));

  await staff.goto("/affiliates/new");
  await staff.locator("[name=name]").fill("Too Late");
  await dialog(staff).locator("[name=email]").fill(`late-${run}@partner.example`);
  await staff.request.post("/auth/sign-out", { maxRedirects: 0 });
  await sendDialog(staff);
  await expect(staff).toHaveURL(/\/auth/);
  await expect(shown(staff, t("errors:not_authenticated"))).toBeVisible();
});
