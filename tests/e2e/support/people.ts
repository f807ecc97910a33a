import { asDatabaseOwner } from "./owner-database";
import { expect, type Page } from "@playwright/test";
import type { TFunction } from "i18next";
import type { Owner } from "./api";
import { openNewestMail } from "./mailbox";

/**
 * Signs up as a user would: form, email, link, organization, trial. Ends on /leads. Only for tests of signing up;
 * `becomeOwner` does the same without a browser, many times faster.
 */
export async function signUpOwner(page: Page, t: TFunction, mails: TFunction, person: Owner): Promise<void> {
  await page.goto("/auth?tab=signup");
  await page.getByLabel(t("auth:name")).fill(person.name);
  await page.getByLabel(t("auth:email")).fill(person.email);
  await page.locator("[name=password]").fill(person.password);
  await page.getByRole("button", { name: t("auth:signup.submit") }).click();
  await expect(page.getByRole("heading", { name: t("auth:check_mail.title") })).toBeVisible();

  const mail = await openNewestMail(page, person.email, mails("mail:confirm.subject"));
  await page.goto(/https?:\/\/\S+\/link\/[\w-]+/.exec(mail)![0]);
  await page.getByRole("button", { name: t("auth:link.continue") }).click();
  await expect(page).toHaveURL("/onboarding");
  await page.getByLabel(t("site:onboarding.organization_name")).fill(person.organization);
  await page.getByRole("button", { name: t("site:onboarding.create") }).click();
  await expect(page).toHaveURL("/pricing?onboarding=true");
  await page.getByRole("main").locator("a[href='/leads']").click();
  await expect(page).toHaveURL("/leads");
}

/** Ends a user's re-authentication, so that actions that give power or data require a new one. */
export const letProofEnd = (email: string) =>
  asDatabaseOwner(
    "update session set proven_at = now() - interval '11 minutes' where user_id = (select id from app_user where email = $1)",
    [email],
  );
