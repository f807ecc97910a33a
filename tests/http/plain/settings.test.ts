import { expect, test } from "vitest";
import { useDatabase } from "../../support/database";
import { plainOwner } from "../../support/plain/world";
import { useSite } from "../../support/site";

// The settings and the checklist of a new organization, without JavaScript.

const db = useDatabase();
const site = useSite(db);

test("[ORG-06] [SET-04] the sections are pages, input is kept, and the audit log has the changes", async () => {
  const { org, staff: page, t } = await plainOwner(db, site, "en");
  await page.goto("/settings");
  expect(page).toHaveURL("/settings/general");
  page.locator("[name=time_zone]").selectOption("Asia/Tokyo");
  page.locator("[name=default_currency]").fill("E");
  await page.getByRole("button", { name: t("settings:organization.save") }).click();
  expect(page.locator("[name=time_zone]")).toHaveValue("Asia/Tokyo");
  expect(page.locator("[name=default_currency]")).toHaveAttribute("aria-invalid", "true");
  page.locator("[name=default_currency]").fill("chf");
  await page.getByRole("button", { name: t("settings:organization.save") }).click();
  expect(page.getByRole("status").filter({ hasText: t("settings:organization.saved") })).toBeVisible();
  expect(page.locator("[name=default_currency]")).toHaveValue("CHF");
  await page.getByRole("link", { name: t("settings:sections.activity"), exact: true }).click();
  const entry = page.getByRole("row").filter({ hasText: "Asia/Tokyo" });
  expect(entry).toContainText(t("settings:activity.actions.organization_edit"));
  expect(entry).toContainText(org.owner.name);
});

test("[SET-03] the events of a webhook are chosen one by one", async () => {
  const { staff: page } = await plainOwner(db, site, "en");
  await page.goto("/settings/webhook");
  expect(page.getByRole("group", { name: "Trigger events" })).toBeVisible();
  page.locator("[name=webhook_url]").fill("https://webhook.site/x");
  for (const box of page.locator("[name=webhook_events]").all()) box.uncheck();
  await page.getByRole("button", { name: "Save webhook" }).click();
  expect(page.getByText("Choose at least one event").first()).toBeVisible();
  for (const value of ["deal.paid", "lead.lost"]) page.locator(`[value="${value}"]`).check();
  await page.getByRole("button", { name: "Save webhook" }).click();
  await page.goto("/settings/webhook");
  const checked = page.locator("[name=webhook_events]:checked");
  expect(checked).toHaveCount(2);
  expect(checked.nth(0)).toHaveValue("deal.paid");
  expect(checked.nth(1)).toHaveValue("lead.lost");
});

test("[PE-01] [OPS-06] the checklist can be hidden and shown again", async () => {
  const { staff: page, t } = await plainOwner(db, site, "en");
  const checklist = page.getByRole("region", { name: t("setup:title"), exact: true });
  await page.goto("/leads");
  expect(page.getByRole("progressbar", { name: "1 of 5 done" })).toBeVisible();
  await checklist.getByRole("button", { name: t("setup:hide") }).click();
  expect(page).toHaveURL("/leads");
  expect(page.getByRole("status").filter({ hasText: t("setup:toast.hidden") })).toBeVisible();
  expect(checklist).toHaveCount(0);
  expect(page.getByRole("link", { name: t("leads:pipeline.empty_action") })).toBeVisible();

  await page.goto("/settings/general");
  const away = checklist;
  expect(away).toContainText("1 of 5 done");
  await away.getByRole("button", { name: t("setup:show") }).click();
  expect(page).toHaveURL("/leads");
  expect(checklist).toBeVisible();
  await page.goto("/settings/general");
  expect(away).toHaveCount(0);

  await page.goto("/settings/activity");
  for (const action of ["hide", "show"]) {
    const entry = t(`settings:activity.actions.organization_${action}_setup`);
    expect(page.getByRole("row").filter({ hasText: entry })).toHaveCount(1);
  }
});

test("[WORK-01] the height of rows is chosen", async () => {
  const { staff: page, t } = await plainOwner(db, site, "en");
  await page.goto("/settings/account");
  const comfortable = page.getByRole("button", { name: t("shell:lists.comfortable") });
  await comfortable.click();
  expect(comfortable).toHaveAttribute("aria-current", "true");
});
