import { escape } from "./support/alive";
import { expect, test, type Browser, type Page } from "./support/test";
import type { TFunction } from "i18next";
import { post, stranger } from "./support/api";
import { violationsOf } from "./support/axe";
import { newestMail } from "./support/mailbox";
import { texts } from "./support/texts";
import { ownerWindows, visit } from "./support/windows";

// An agency of more than one person: invited, promoted, removed, transferred.

const PASSWORD = "correct horse battery";
const run = Date.now();
const owner = {
  name: "Olga Owner",
  email: `olga-${run}@agency.example`,
  password: PASSWORD,
  organization: `Members ${run}`,
};
const max = { name: "Max Member", email: `max-${run}@agency.example` };
const { signUp, open } = ownerWindows(owner);
let t: TFunction;

test.beforeAll(async () => {
  t = await texts("en");
  await signUp();
});

/** Finds the row of the list that names a user. */
const row = (page: Page, email: string) => page.getByRole("row").filter({ hasText: email });
const dialog = (page: Page) => page.getByRole("dialog").or(page.getByRole("alertdialog"));
const roleOf = (page: Page, role: "owner" | "member") =>
  dialog(page).getByRole("radio", { name: new RegExp(`^${t(`members:roles.${role}`)}`) });
const message = (page: Page, text: string) =>
  page.locator("[data-sonner-toast], [role=status]").filter({ hasText: text }).first();

/** Returns the link of the newest invitation to an address. */
async function invitationOf(email: string): Promise<string> {
  const request = await stranger();
  const subject = t("mail:member_invitation.subject", { organization: owner.organization });
  const link = /https?:\/\/\S+\/join/.exec(await newestMail(request, email, subject))?.[0];
  await request.dispose();
  if (!link) throw new Error(`the invitation to ${email} has no link`);
  return link;
}

/** Opens a browser of another user. */
async function elsewhere(browser: Browser) {
  const context = await browser.newContext({
    baseURL: process.env["E2E_URL"],
    locale: "en-US",
  });
  return { context, page: await context.newPage() };
}

async function invite(page: Page, email: string, role: "owner" | "member") {
  await page.getByRole("link", { name: t("members:invite.open") }).click();
  await dialog(page).getByLabel(t("members:email"), { exact: true }).fill(email);
  await roleOf(page, role).check();
  await dialog(page)
    .getByRole("button", { name: t("members:invite.submit") })
    .click();
  await expect(message(page, t("members:toast.invited"))).toBeVisible();
}

async function join(page: Page, person: { name: string; email: string }) {
  await page.goto(await invitationOf(person.email));
  await expect(page.getByText(t("members:join.text_member", { organization: owner.organization }))).toBeVisible();
  await page.getByLabel(t("auth:name")).fill(person.name);
  await page.locator("[name=password]").fill(PASSWORD);
  await page.getByRole("button", { name: t("members:join.submit", { organization: owner.organization }) }).click();
  await expect(page).toHaveURL("/leads");
}

test("[ORG-05] [NOT-01] a member is invited by email, joins, is promoted and removed", async ({ browser }) => {
  const { context, page, problems } = await open(browser);
  const other = await elsewhere(browser);

  await test.step("[ORG-05] the last owner cannot leave, and reads what to do", async () => {
    await visit(page, "/settings/members");
    await row(page, owner.email)
      .getByRole("link", { name: t("members:action.leave") })
      .click();
    await expect(dialog(page)).toContainText(t("members:last_owner_alone"));
    await expect(dialog(page).getByRole("button", { name: t("members:leave.submit") })).toHaveCount(0);
    expect(await violationsOf(page)).toEqual([]);
    await escape(page);
    await expect(page).toHaveURL("/settings/members");
  });

  await test.step("[ORG-05] the invitation is emailed and listed", async () => {
    await invite(page, max.email, "member");
    await expect(row(page, max.email)).toContainText(t("members:roles.member"));
    expect(await violationsOf(page)).toEqual([]);
  });

  await test.step("[ORG-05] the invited person joins in their own browser, with the link alone", async () => {
    await join(other.page, max);
    // The link is used up.
    const second = await elsewhere(browser);
    await second.page.goto(await invitationOf(max.email));
    await expect(second.page.getByText(t("members:join.problem"))).toBeVisible();
    await second.context.close();
  });

  await test.step("[NOT-01] the bell notifies the owner and links to the list", async () => {
    await page.reload();
    await page.getByRole("button", { name: t("notices:open") }).click();
    await page.getByRole("button", { name: t("notices:member_joined.title", { email: max.email }) }).click();
    await expect(page).toHaveURL("/settings/members");
    await expect(row(page, max.email)).toContainText(t("members:roles.member"));
    await expect(page.getByRole("main").getByText(t("members:invitations.none"))).toBeVisible();
  });

  await test.step("[ORG-05] a member reads that only owners may, and the server rejects every form", async () => {
    const href = await row(page, owner.email).getByRole("link").first().getAttribute("href");
    const ownerId = /members\/([0-9a-f-]{36})/.exec(href!)![1]!;
    await visit(other.page, "/settings/members");
    await expect(other.page.getByText(t("members:owner_only", { owners: owner.name }))).toBeVisible();
    await expect(other.page.getByRole("link", { name: t("members:invite.open") })).toHaveCount(0);
    expect(await violationsOf(other.page)).toEqual([]);
    const { request } = other.context;
    const forbidden = [
      ["/settings/members/invite", { email: `x-${run}@agency.example`, role: "owner" }],
      [`/settings/members/${ownerId}/role`, { role: "member" }],
      ["/settings/members/hand-over", { member: ownerId }],
    ] as const;
    for (const [path, form] of forbidden) {
      const answer = await post(request, path, form);
      expect(answer.status(), path).toBe(403);
      expect(await answer.text(), path).toContain(t("errors:forbidden"));
    }
    await post(request, `/settings/members/${ownerId}/remove`, {});
    await page.reload();
    await expect(row(page, owner.email)).toContainText(t("members:roles.owner"));
  });

  await test.step("[ORG-05] after the promotion they may, immediately and in the same session", async () => {
    await row(page, max.email)
      .getByRole("link", { name: t("members:action.role") })
      .click();
    await roleOf(page, "owner").check();
    expect(await violationsOf(page)).toEqual([]);
    await dialog(page)
      .getByRole("button", { name: t("members:role_dialog.submit") })
      .click();
    await expect(row(page, max.email)).toContainText(t("members:roles.owner"));
    await other.page.goto("/settings/members");
    await expect(other.page.getByRole("link", { name: t("members:invite.open") })).toBeVisible();
  });

  await test.step("[ORG-05] after the removal their session ends immediately", async () => {
    await row(page, max.email)
      .getByRole("link", { name: new RegExp(t("members:action.remove")) })
      .click();
    // The safe button has the focus.
    await expect(dialog(page).getByRole("link", { name: t("common:cancel"), exact: true })).toBeFocused();
    expect(await violationsOf(page)).toEqual([]);
    await dialog(page)
      .getByRole("button", { name: t("members:remove.submit") })
      .click();
    await expect(row(page, max.email)).toHaveCount(0);
    await other.page.goto("/leads");
    await expect(other.page).toHaveURL(/\/auth\?/);
  });
  expect(problems).toEqual([]);
  await context.close();
  await other.context.close();
});
