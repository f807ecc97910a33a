import { expect, test } from "./support/test";
import { becomeOwner } from "./support/api";
import { newestLink } from "./support/mailbox";
import { texts } from "./support/texts";

test("[AUTH-02] [AUTH-03] signing in with an unconfirmed address explains the problem, and sends the email again", async ({
  page,
}) => {
  const t = await texts("en");
  const email = `uwe-${Date.now()}@agency.example`;
  const password = "correct horse battery";
  await page.request.post("/auth?tab=signup", { form: { name: "Uwe", email, password } });
  const first = await newestLink(page.request, email, t("mail:confirm.subject"));
  await page.goto("/auth");
  await page.getByLabel(t("auth:email")).fill(email);
  await page.locator("[name=password]").fill("wrong");
  await page.getByRole("button", { name: t("auth:signin.submit"), exact: true }).click();
  const notice = page.getByRole("group", { name: t("auth:error") });
  await expect(notice).toContainText(t("errors:credentials_wrong"));
  await expect(notice).toBeFocused();
  await page.locator("[name=password]").fill(password);
  await page.getByRole("button", { name: t("auth:signin.submit"), exact: true }).click();
  await expect(notice).toContainText(t("errors:sign_up_pending", { email }));
  await notice.getByRole("button", { name: t("auth:signin.send_again") }).click();
  await expect(page.getByRole("heading", { name: t("auth:check_mail.title") })).toBeVisible();
  let second = first;
  await expect(async () => {
    second = await newestLink(page.request, email, t("mail:confirm.subject"));
    expect(second).not.toBe(first);
  }).toPass();
  await page.goto(second);
  await expect(page.getByText(email)).toBeVisible();
  await page.getByRole("button", { name: t("auth:link.continue") }).click();
  await expect(page.getByText(t("auth:toast.account_created")).first()).toBeVisible();
  await page.goto(second);
  await page.getByRole("link", { name: t("auth:link.go_on") }).click();
  await expect(page).toHaveURL("/onboarding");
});

test("[AUTH-07] another tab detects a sign-out, keeps its input, and continues after signing in again", async ({
  page,
  context,
}) => {
  const email = `tabs-${Date.now()}@agency.example`;
  const password = "correct horse battery";
  const t = await texts("en");
  await becomeOwner(page.request, { name: "Tina Tabs", email, password, organization: "Tabs" });
  await page.goto("/settings/general");
  const name = page.getByLabel(t("settings:organization.name"), { exact: true });
  await name.fill("Typed before the end");
  const other = await context.newPage();
  await other.goto("/leads");
  await other
    .locator("summary")
    .filter({ hasText: t("shell:account_menu") })
    .click();
  await other.getByRole("button", { name: t("shell:sign_out") }).click();
  await expect(other).toHaveURL(/\/auth/);

  const notice = page.getByText(t("shell:session.ended"), { exact: true });
  await expect(notice).toBeVisible({ timeout: 5_000 });
  await expect(name).toHaveValue("Typed before the end");
  const [again] = await Promise.all([
    context.waitForEvent("page"),
    page.getByRole("link", { name: t("shell:session.sign_in") }).click(),
  ]);
  await again.getByLabel(t("auth:email")).fill(email);
  await again.locator("[name=password]").fill(password);
  await again.getByRole("button", { name: t("auth:signin.submit"), exact: true }).click();
  await expect(again).toHaveURL(/\/leads/);
  await expect(notice).toBeHidden();
  await page.getByRole("button", { name: t("settings:organization.save") }).click();
  await expect(page.getByText(t("settings:organization.saved"))).toBeVisible();
});
