import { expect, test } from "vitest";
import { useDatabase } from "../../support/database";
import { openPlain, type PlainPage } from "../../support/plain/page";
import { plainOwner, shown } from "../../support/plain/world";
import { useSite } from "../../support/site";

// The affiliates screen for staff, in English without JavaScript.

const db = useDatabase();
const site = useSite(db);

const dialog = (page: PlainPage) => page.getByRole("dialog");
const sendDialog = (page: PlainPage) => dialog(page).locator("form button[type=submit]").last().click();
const row = (page: PlainPage, text: string) => page.getByRole("row").filter({ hasText: text });
const idOf = (page: PlainPage) => /affiliates\/([0-9a-f-]{36})/.exec(page.url)![1]!;

async function add(page: PlainPage, person: { name: string; email: string }) {
  await page.goto("/affiliates/new");
  dialog(page).locator("[name=name]").fill(person.name);
  dialog(page).locator("[name=email]").fill(person.email);
  await sendDialog(page);
  expect(page).toHaveURL(/\/invitation$/);
  return idOf(page);
}

test("[AFF-01] [AFF-02] [AFF-03] [AFF-05] [AFF-11] staff add, find, edit and delete affiliates", async () => {
  const { t, staff } = await plainOwner(db, site, "en");
  const lena = { name: "Lena Bärlauch", email: "lena@partner.example" };
  const max = { name: "Max Muster", email: "max@partner.example" };

  await staff.goto("/affiliates");
  expect(staff.getByRole("heading", { name: "Affiliates", level: 1 })).toBeVisible();
  expect(staff.getByText(t("affiliates:empty"))).toBeVisible();
  await staff.getByRole("link", { name: t("affiliates:empty_action") }).click();

  // A rejected form keeps the entered values.
  dialog(staff).locator("[name=name]").fill("x".repeat(101));
  await sendDialog(staff);
  expect(dialog(staff)).toContainText(t("errors:name_too_long"));
  expect(dialog(staff)).toContainText(t("errors:email_required"));
  expect(dialog(staff).locator("[name=name]")).toHaveValue("x".repeat(101));
  const lenaId = await add(staff, lena);
  expect(shown(staff, t("affiliates:toast.added"))).toBeVisible();
  const maxId = await add(staff, max);
  await staff.goto("/affiliates/new");
  dialog(staff).locator("[name=name]").fill("Again");
  dialog(staff).locator("[name=email]").fill(lena.email.toUpperCase());
  await sendDialog(staff);
  expect(dialog(staff)).toContainText(t("errors:affiliate_email_taken"));

  // Both sections are shown; newest first, by name on request.
  await staff.goto("/affiliates");
  for (const section of ["active", "invited"])
    expect(staff.getByRole("heading", { name: t(`affiliates:section.${section}`) })).toBeVisible();
  expect(staff.getByRole("link", { name: t("affiliates:add") })).toBeVisible();
  const first = row(staff, "@partner.example").first();
  expect(first).toContainText(max.email);
  await staff.getByRole("link", { name: t("affiliates:column.name") }).click();
  expect(staff).toHaveURL(/sort=name/);
  expect(first).toContainText(lena.email);

  // Searching keeps the order.
  const submit = staff.getByRole("button", { name: t("affiliates:filter.submit") });
  const searchFor = async (words: string) => {
    staff.locator(`[placeholder="${t("affiliates:filter.placeholder")}"]`).fill(words);
    await submit.click();
  };
  await searchFor("BARLAUCH");
  expect(row(staff, max.email)).toHaveCount(0);
  expect(row(staff, lena.email)).toHaveCount(1);
  expect(staff).toHaveURL(/q=BARLAUCH.*sort=name/);
  await searchFor("nobody");
  expect(staff.getByRole("main").getByText(t("affiliates:none_found"))).toBeVisible();
  await staff
    .getByRole("main")
    .getByRole("link", { name: t("common:clear_filters") })
    .last()
    .click();
  expect(staff).toHaveURL("/affiliates");
  expect(row(staff, max.email)).toHaveCount(1);

  // Editing in the middle of a filtered list leads back to it.
  await staff.goto("/affiliates?status=invited");
  await row(staff, max.email)
    .getByRole("link", { name: t("affiliates:action.edit") })
    .click();
  dialog(staff).locator("[name=name]").fill("Moritz Muster");
  dialog(staff).locator("[name=status]").selectOption("inactive");
  await sendDialog(staff);
  expect(staff).toHaveURL("/affiliates?status=invited");
  expect(shown(staff, t("affiliates:toast.updated"))).toBeVisible();
  expect(row(staff, max.email)).toHaveCount(0);
  await staff.goto("/affiliates?status=inactive");
  expect(staff).toHaveURL("/affiliates?status=inactive");
  expect(row(staff, max.email)).toContainText("Moritz Muster");
  expect(row(staff, max.email)).toContainText(t("affiliates:status.inactive"));

  // Another address is another person, who is invited next.
  await staff.goto(`/affiliates/${lenaId}/edit`);
  dialog(staff).locator("[name=email]").fill(`new-${lena.email}`);
  await sendDialog(staff);
  expect(staff).toHaveURL(`/affiliates/${lenaId}/invitation`);
  expect(dialog(staff)).toContainText(t("affiliates:invitation.unmailed", { email: `new-${lena.email}` }));

  await staff.goto("/affiliates");
  await row(staff, max.email)
    .getByRole("link", { name: t("affiliates:action.delete") })
    .click();
  const alert = staff.getByRole("alertdialog", { name: t("affiliates:delete.title") });
  expect(alert).toContainText(t("affiliates:delete.text"));
  expect(alert).toContainText("Moritz Muster");
  await alert.getByRole("button", { name: t("affiliates:delete.submit") }).click();
  expect(shown(staff, t("affiliates:toast.deleted"))).toBeVisible();
  expect(row(staff, max.email)).toHaveCount(0);
  await staff.goto(`/affiliates/${maxId}/edit`);
  expect(staff.status).toBe(404);
});

test("[AFF-04] staff see and resend an invitation, which opens the portal", async () => {
  const { t, staff, org } = await plainOwner(db, site, "en");
  const partner = await openPlain(site, { language: "en" });
  const paul = { name: "Paul Bauer", email: "paul@partner.example" };
  const id = await add(staff, paul);
  const message = staff.getByLabel(t("affiliates:invitation.message"));
  const link = () => /http\S+\/link\/\S+/.exec(message.inputValue())?.[0];

  for (const part of [paul.name, org.owner.name, org.name]) expect(message.inputValue()).toContain(part);
  expect(message).not.toBeEditable();
  const first = link();

  // Opening the page makes no new link: this browser shows the existing one for a while, another shows none.
  await staff.reload();
  expect(link()).toBe(first);
  await staff.getByRole("button", { name: t("affiliates:invitation.send_again") }).click();
  expect(shown(staff, t("errors:failed"))).toBeVisible();
  expect(shown(staff, t("errors:invitation_too_soon").slice(0, 30))).toBeVisible();

  staff.request.forget("handed-link");
  await staff.reload();
  expect(link()).toBeUndefined();
  expect(message.inputValue()).toContain("/affiliate/login");
  await staff.getByRole("button", { name: t("affiliates:invitation.make_link") }).click();
  expect(message).toHaveValue(/\/link\/handed\./);
  const second = link()!;
  expect(second).not.toBe(first);

  await partner.goto(second);
  await partner.getByRole("button", { name: t("auth:link.continue") }).click();
  expect(partner).toHaveURL("/affiliate/dashboard");
  await partner.goto("/leads");
  expect(partner).not.toHaveURL("/leads");

  // The emailed link proves the mailbox: the session of the manual link ends, and no manual link can be made any more.
  const owner = await openPlain(site, { language: "en" });
  await db.runJobs();
  const mail = db.mails.findLast(({ to }) => to.address === paul.email)!;
  expect(mail.subject).toBe(t("mail:invite.subject", { organization: org.name }));
  await owner.goto(/https?:\/\/\S+\/link\/[\w-]+/.exec(mail.text)![0]);
  await owner.locator("main form button[type=submit]").click();
  expect(owner).toHaveURL("/affiliate/dashboard");
  await partner.goto("/affiliate/dashboard");
  expect(partner).toHaveURL(/\/affiliate\/login/);
  await staff.goto(`/affiliates/${id}/invitation`);
  expect(dialog(staff)).toContainText(t("affiliates:invitation.mail_only"));
  expect(link()).toBeUndefined();
  await staff.goto("/affiliates");
  expect(row(staff, paul.email)).toContainText(t("affiliates:status.active"));
});
