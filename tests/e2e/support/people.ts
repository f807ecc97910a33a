import { expect, type Page } from "@playwright/test";
import type { TFunction } from "i18next";
import { newestLink } from "./mailbox";

/** Signs up as a person would: form, mail, link, organisation, trial. Ends on /leads. */
export async function signUpOwner(
  page: Page,
  t: TFunction,
  mails: TFunction,
  person: { name: string; email: string; password: string; organization: string },
): Promise<void> {
  await page.goto("/auth?tab=signup");
  await page.getByLabel(t("auth:name")).fill(person.name);
  await page.getByLabel(t("auth:email")).fill(person.email);
  await page.locator("[name=password]").fill(person.password);
  await page.getByRole("button", { name: t("auth:signup.submit") }).click();
  await expect(page.getByRole("heading", { name: t("auth:check_mail.title") })).toBeVisible();

  await page.goto(await newestLink(page, person.email, mails("mail:confirm.subject")));
  await page.getByRole("button", { name: t("auth:link.continue") }).click();
  await expect(page).toHaveURL("/onboarding");
  await page.getByLabel(t("site:onboarding.organization_name")).fill(person.organization);
  await page.getByRole("button", { name: t("site:onboarding.create") }).click();
  await expect(page).toHaveURL("/pricing?onboarding=true");
  await page.getByRole("link", { name: t("site:pricing.start_trial") }).click();
  await expect(page).toHaveURL("/leads");
}
