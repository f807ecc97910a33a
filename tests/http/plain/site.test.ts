import { expect, test } from "vitest";
import { plans } from "~/domain/subscriptions/subscription";
import { useDatabase } from "../../support/database";
import { openPlain } from "../../support/plain/page";
import { plainOwner } from "../../support/plain/world";
import { useSite } from "../../support/site";

// What the public pages offer to visitors and to signed-in users.

const db = useDatabase();
const site = useSite(db);

test("[PUB-06] visitors see the sign-in links, signed-in users a link to their screens", async () => {
  const nobody = await openPlain(site, { language: "en" });
  await nobody.goto("/");
  const bar = nobody.getByRole("banner");
  expect(bar.getByRole("link", { name: "Login", exact: true })).toHaveAttribute("href", "/auth");
  expect(bar.getByRole("link", { name: "Affiliate Login" })).toBeVisible();
  expect(bar.getByRole("link", { name: "Start Free Trial" })).toHaveAttribute("href", "/auth?tab=signup");

  const { staff: page } = await plainOwner(db, site, "en");
  await page.goto("/");
  for (const part of ["banner", "main"] as const) {
    const onward = page.getByRole(part).getByRole("link", { name: "Go to Dashboard" }).first();
    expect(onward).toHaveAttribute("href", "/leads");
  }
  expect(page.getByRole("link", { name: "Login", exact: true })).toHaveCount(0);
});

test("[PUB-10] the plans list seven features each, welcome after onboarding, and require sign-in to buy", async () => {
  const nobody = await openPlain(site, { language: "en" });
  await nobody.goto("/pricing?onboarding=true");
  expect(nobody.getByRole("heading", { level: 1 })).toHaveText("One plan. Everything included.");
  for (const { interval } of plans) {
    const card = nobody.locator(`section[aria-labelledby=${interval}]`);
    expect(card.getByRole("listitem")).toHaveCount(7);
    expect(card.getByRole("link")).toHaveAttribute("href", /^\/auth\?redirectTo=.+plan%3D\w+ly$/);
  }

  const { staff: page } = await plainOwner(db, site, "en");
  await page.goto("/pricing?onboarding=true");
  expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome. Your organization is ready");
  await page.getByRole("link", { name: "Start free trial" }).click();
  expect(page).toHaveURL("/leads");
});
