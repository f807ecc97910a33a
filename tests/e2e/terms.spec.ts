import { expect, test, type Locator } from "./support/test";
import type { TFunction } from "i18next";
import { todayIn } from "../../app/domain/shared/dates";
import { formatMoney } from "../../app/domain/shared/money";
import { openTerms, post } from "./support/terms";

// Contract terms and the resulting commissions, in German. Without JavaScript: tests/http/plain/terms.test.ts.

const today = todayIn("Europe/Berlin", new Date());
const year = today.slice(0, 4);

const choose = (dialog: Locator, model: string) =>
  dialog.locator(`[name=model][value=${model}]`).check({ force: true });
const field = (dialog: Locator, name: string) => dialog.locator(`[name=${name}]`);
const save = (dialog: Locator, t: TFunction) =>
  dialog.getByRole("button", { name: t("affiliates:terms.submit") }).click();

async function fillRows(dialog: Locator, rows: [from: string, rate: string][]) {
  for (const [index, [from, rate]] of rows.entries()) {
    if (index > 0) await field(dialog, `tier_from_${index + 1}`).fill(from);
    await field(dialog, `tier_rate_${index + 1}`).fill(rate);
  }
}

test("[AFF-06] [AFF-07] [AFF-09] [LEAD-07] [COM-07] [POR-04] staff set terms with JavaScript, in German", async ({
  browser,
}) => {
  const { staff, portal, t, affiliate, euro, percent } = await openTerms(browser, "de");
  const dialog = staff.getByRole("dialog");

  await test.step("the form shows its defaults without terms", async () => {
    await staff.goto(`/affiliates/${affiliate}/terms`);
    await expect(dialog).toContainText("Vertragsbedingungen - Lena Bauer");
    await expect(dialog).toContainText("Jeder Affiliate hat genau eine aktive Vertragsbedingung");
    await expect(dialog).toContainText("Noch keine Vertragsbedingungen vorhanden");
    await dialog.getByRole("link", { name: "Konditionen festlegen" }).click();
    await expect(field(dialog, "model").and(dialog.locator(":checked"))).toHaveValue("rev_share");
    await expect(field(dialog, "cadence")).toHaveValue("ad-hoc");
    await expect(field(dialog, "currency")).toHaveValue("EUR");
    await expect(field(dialog, "fixed_amount")).toBeHidden();
    await expect(field(dialog, "tier_rate_1")).toBeHidden();
  });

  await test.step("all errors are shown in one response", async () => {
    await choose(dialog, "both");
    await save(dialog, t);
    await expect(dialog).toContainText("Revenue Share ist erforderlich");
    await expect(dialog).toContainText("Fixbetrag ist erforderlich");
    await field(dialog, "rev_share_percent").fill("101");
    await field(dialog, "fixed_amount").fill("0");
    await expect(dialog).toContainText("Revenue Share muss zwischen 0 und 100% liegen");
    await expect(dialog).toContainText("Fixbetrag muss größer als 0 sein");
  });

  await test.step("tier rows are added and removed, and keep their input", async () => {
    await choose(dialog, "tiered");
    await expect(field(dialog, "rev_share_percent")).toBeHidden();
    await fillRows(dialog, [
      ["0", "10"],
      ["7", "99"],
    ]);
    await dialog.getByRole("button", { name: t("terms:tiers.add") }).click();
    await expect(field(dialog, "tier_from_3")).toBeFocused();
    await field(dialog, "tier_from_3").fill("10.000,00");
    await field(dialog, "tier_rate_3").fill("12,5");
    await dialog.getByRole("button", { name: t("terms:tiers.remove", { row: 2 }) }).click();
    await expect(field(dialog, "tier_from_2")).toHaveValue("10.000,00");
    await expect(field(dialog, "tier_rate_2")).toHaveValue("12,5");
    await expect(field(dialog, "tier_from_3")).toHaveCount(0);
    // 5,000.00 that bring the year to 12,000.00.
    const example = {
      base: euro(500_000),
      reached: euro(1_200_000),
      percent: percent(1_250),
      result: euro(62_500),
    };
    await expect(dialog).toContainText(t("terms:tiers.example", example));
    await field(dialog, "tier_from_2").fill("0");
    await save(dialog, t);
    await expect(dialog.getByRole("listitem").filter({ has: staff.locator("[name=tier_from_2]") })).toContainText(
      t("errors:tier_from_ascending"),
    );
    await field(dialog, "tier_from_2").fill("10000");
    await save(dialog, t);
    await expect(staff).toHaveURL("/affiliates");
  });

  await test.step("the terms in force explain themselves", async () => {
    await staff.goto(`/affiliates/${affiliate}/terms`);
    const range = { lowest: percent(1_000), highest: percent(1_250) };
    await expect(dialog).toContainText(t("terms:sentence.tiered", range));
    await expect(dialog).toContainText(t("terms:tier", { from: euro(1_000_000), percent: percent(1_250) }));
    await dialog.getByRole("link", { name: t("affiliates:terms.edit") }).click();
    await expect(field(dialog, "tier_rate_2")).toHaveValue("12,5");
  });

  await test.step("the deal dialog explains the tier while the deal is entered", async () => {
    await staff.goto("/leads");
    await staff.locator("a[href*='/deal']").first().click();
    await field(dialog, "title").fill("Website");
    await field(dialog, "amount").fill("9.999,99");
    const below = { from: euro(0), percent: percent(1_000) };
    await expect(dialog).toContainText(t("terms:commission.tier", below));
    await field(dialog, "amount").fill("12.000");
    const reached = { from: euro(1_000_000), percent: percent(1_250) };
    await expect(dialog).toContainText(t("terms:commission.tier", reached));
    await expect(dialog).toContainText(t("terms:commission.volume_top", { year, reached: euro(1_200_000) }));
    await expect(dialog).toContainText(euro(150_000));
    await dialog.locator("button[type=submit]").last().click();
    await expect(staff).toHaveURL("/leads?tab=deals");
    await expect(staff.getByRole("row").filter({ hasText: "Website" })).toContainText(euro(150_000));
  });

  await test.step("the portal explains the commission, and the calculator continues from it", async () => {
    await portal.goto("/affiliate/leads?tab=deals");
    await expect(portal.getByRole("main")).toContainText(
      t("terms:commission.volume_top", { year, reached: euro(1_200_000) }),
    );
    await portal.goto("/affiliate/terms");
    await expect(portal.getByRole("main")).toContainText(t("terms:tiers.volume", { year, reached: euro(1_200_000) }));
    await field(portal.locator("form"), "amount").fill("100,04");
    const result = portal.locator("[data-result]");
    await expect(result).toContainText(euro(12_51));
    await expect(result).toContainText(t("terms:commission.rounded"));
    await expect(result).toContainText(t("terms:commission.volume_top", { year, reached: euro(1_210_004) }));
  });

  await test.step("a deal starts in the terms' currency; a fixed amount above it causes a warning", async () => {
    const fixed = { intent: "save", model: "fixed", fixed_amount: "50", currency: "CHF", start_date: today };
    await post(staff, `/affiliates/${affiliate}/terms`, fixed);
    await post(portal, "/affiliate/leads/new", {
      company_name: "Beta AG",
      contact_person: "Eva",
      email: "eva@beta.example",
    });
    await staff.goto("/leads");
    await staff.locator("a[href*='/deal']").first().click();
    await expect(field(dialog, "currency")).toHaveValue("CHF");
    await field(dialog, "title").fill("Website");
    await field(dialog, "amount").fill("20");
    const [result, base] = [5_000, 2_000].map((amount) => formatMoney(amount, "CHF", "de-DE"));
    await expect(dialog).toContainText(t("leads:deal.exceeds", { result, base }));
    await field(dialog, "currency").fill("Fr.");
    await expect(dialog).toContainText(t("leads:deal.exceeds", { result, base }));
    await field(dialog, "amount").fill("50");
    await expect(dialog).not.toContainText(t("leads:deal.exceeds", { result, base: result }));
    await expect(dialog).not.toContainText(t("leads:deal.exceeds", { result, base }));
  });

  await test.step("an ambiguous amount or currency is queried and shows no figure", async () => {
    await field(dialog, "currency").fill("$");
    await field(dialog, "amount").fill("1.005");
    await expect(dialog).toContainText(t("leads:deal.commission_hint"));
    await dialog.getByRole("button", { name: t("leads:deal.submit") }).click();
    const choices = "USD, CAD, AUD, NZD, SGD, HKD";
    await expect(dialog.getByText(t("errors:currency_unclear", { currency: "$", choices })).first()).toBeVisible();
    await field(dialog, "currency").fill("€");
    await field(dialog, "amount").fill("1,005");
    await expect(dialog).toContainText(t("leads:deal.commission_hint"));
    await dialog.getByRole("button", { name: t("leads:deal.submit") }).click();
    const asked = t("errors:amount_unclear", {
      grouped: euro(100_500),
      decimal: euro(101),
      type_grouped: "1005,00",
      type_decimal: "1,01",
    });
    await expect(dialog.getByText(asked).first()).toBeVisible();
    await field(dialog, "amount").fill("1.005");
    await dialog.getByRole("button", { name: t("leads:deal.submit") }).click();
    await expect(staff).toHaveURL(/tab=deals/);
    await expect(staff.getByRole("main")).toContainText(euro(100_500));
  });
});
