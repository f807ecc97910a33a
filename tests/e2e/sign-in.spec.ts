import { expect, test } from "@playwright/test";
import { newestLink } from "./support/mailbox";
import { texts } from "./support/texts";

test("[AUTH-02] [AUTH-03] sign-in with an unconfirmed address says why, and sends the mail again", async ({
  page,
}) => {
  const t = await texts("en");
  const email = `uwe-${Date.now()}@agency.example`;
  const password = "correct horse battery";
  await page.request.post("/auth?tab=signup", { form: { name: "Uwe", email, password } });
  const first = await newestLink(page, email, t("mail:confirm.subject"));
  await page.goto("/auth");
  await page.getByLabel(t("auth:email")).fill(email);
  await page.locator("[name=password]").fill("wrong");
  await page.getByRole("button", { name: t("auth:signin.submit") }).click();
  const notice = page.getByRole("group", { name: t("auth:error") });
  await expect(notice).toContainText(t("errors:credentials_wrong"));
  await expect(notice).toBeFocused();
  await page.locator("[name=password]").fill(password);
  await page.getByRole("button", { name: t("auth:signin.submit") }).click();
  await expect(notice).toContainText(t("errors:sign_up_pending", { email }));
  await notice.getByRole("button", { name: t("auth:signin.send_again") }).click();
  await expect(page.getByRole("heading", { name: t("auth:check_mail.title") })).toBeVisible();
  let second = first;
  await expect(async () => {
    second = await newestLink(page, email, t("mail:confirm.subject"));
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
