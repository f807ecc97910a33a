import type { TFunction } from "i18next";
import { expect, test } from "vitest";
import { addDays } from "~/domain/shared/dates";
import { formatMoney, formatPercent } from "~/domain/shared/money";
import { activeAffiliate, invitedAffiliate } from "../../factories/affiliates";
import { useDatabase } from "../../support/database";
import type { Locator } from "../../support/plain/locator";
import { plainOwner, plainPortal, send, today } from "../../support/plain/world";
import { useSite } from "../../support/site";

// Contract terms, also newer ones of a colleague, and the calculator, without JavaScript.

const db = useDatabase();
const site = useSite(db);
const year = today.slice(0, 4);

const choose = (dialog: Locator, model: string) => dialog.locator(`[name=model][value=${model}]`).check();
const field = (dialog: Locator, name: string) => dialog.locator(`[name=${name}]`);
const save = (dialog: Locator, t: TFunction) =>
  dialog.getByRole("button", { name: t("affiliates:terms.submit") }).click();

function fillRows(dialog: Locator, rows: [from: string, rate: string][]) {
  for (const [index, [from, rate]] of rows.entries()) {
    if (index > 0) field(dialog, `tier_from_${index + 1}`).fill(from);
    field(dialog, `tier_rate_${index + 1}`).fill(rate);
  }
}

test("[AFF-06] [AFF-07] [AFF-08] [AFF-09] [POR-04] staff set terms", async () => {
  const { org, staff, t } = await plainOwner(db, site, "en");
  const lena = await activeAffiliate(db.database, org, { name: "Lena Bauer" });
  const portal = await plainPortal(db, site, org, lena);
  const affiliate = lena.affiliateId;
  const euro = (minor: number) => formatMoney(minor, "EUR", "en");
  const percent = (basisPoints: number) => formatPercent(basisPoints, "en");
  const dialog = staff.getByRole("dialog");

  // Errors of every kind come in one response, and the input is kept.
  {
    await staff.goto(`/affiliates/${affiliate}/terms?edit=1`);
    choose(dialog, "both");
    field(dialog, "rev_share_percent").fill("12.55");
    field(dialog, "fixed_amount").fill("many");
    field(dialog, "start_date").fill(addDays(today, -1));
    await save(dialog, t);
    for (const key of ["rev_share_step", "amount_invalid", "start_date_past"]) {
      expect(dialog).toContainText(t(`errors:${key}`));
    }
    expect(field(dialog, "fixed_amount")).toHaveValue("many");
  }

  // With both, a deal pays the fixed amount.
  {
    field(dialog, "rev_share_percent").fill("12.5");
    field(dialog, "fixed_amount").fill("99.90");
    field(dialog, "start_date").fill(today);
    await save(dialog, t);
    expect(staff).toHaveURL("/affiliates");
    await staff.goto(`/affiliates/${affiliate}/terms`);
    const both = { percent: percent(1_250), fixed: euro(99_90) };
    expect(dialog).toContainText(t("terms:sentence.both", both));
  }

  // Tier rows are added and removed by sending the form.
  {
    await dialog.getByRole("link", { name: t("affiliates:terms.edit") }).click();
    choose(dialog, "tiered");
    fillRows(dialog, [
      ["0", "10"],
      ["7", "99"],
    ]);
    await dialog.getByRole("button", { name: t("terms:tiers.add") }).click();
    expect(field(dialog, "tier_from_3")).toBeVisible();
    expect(field(dialog, "tier_rate_2")).toHaveValue("99");
    field(dialog, "tier_from_3").fill("10,000.00");
    await dialog.getByRole("button", { name: t("terms:tiers.remove", { row: 2 }) }).click();
    expect(field(dialog, "tier_from_2")).toHaveValue("10,000.00");
    expect(field(dialog, "tier_from_3")).toHaveCount(0);
    expect(dialog).not.toContainText(t("errors:tier_rate_required"));
    // Enter saves and does not press one of the rows' buttons.
    await field(dialog, "tier_rate_2").press("Enter");
    expect(dialog).toContainText(t("errors:tier_rate_required"));
    field(dialog, "tier_rate_2").fill("12.5");
    await save(dialog, t);
    expect(staff).toHaveURL("/affiliates");
  }

  // The earlier terms stay as history.
  {
    await staff.goto(`/affiliates/${affiliate}/terms`);
    expect(dialog).toContainText(t("terms:tier", { from: euro(1_000_000), percent: percent(1_250) }));
    expect(dialog.getByRole("region", { name: t("affiliates:terms.history") })).toContainText(euro(99_90));
  }

  // The calculator works with its button.
  {
    await portal.goto("/affiliate/terms");
    field(portal.locator("form"), "amount").fill("10000");
    await portal.getByRole("button", { name: t("portal:calculator.calculate") }).click();
    const result = portal.locator("[data-result]");
    expect(result).toContainText(euro(125_000));
    expect(result).toContainText(t("terms:commission.volume_top", { year, reached: euro(1_000_000) }));
    field(portal.locator("form"), "deal_type").selectOption("recurring");
    field(portal.locator("form"), "amount").fill("100");
    await portal.getByRole("button", { name: t("portal:calculator.calculate") }).click();
    expect(result).toContainText(t("terms:calculator.by_tier", { percent: percent(1_000) }));
  }
});

test("[AFF-08] [PE-02] shows the newer terms to the second one to save, then saves", async () => {
  const { org, staff: page, t } = await plainOwner(db, site, "de");
  const { affiliateId } = await invitedAffiliate(db.database, org, { name: "Grace" });
  const path = `/affiliates/${affiliateId}/terms`;
  const save = () => page.getByRole("button", { name: t("affiliates:terms.submit") }).click();
  await page.goto(`${path}?edit=1`);
  await send(page, path, {
    intent: "save",
    model: "fixed",
    fixed_amount: "50,00",
    currency: "EUR",
    cadence: "monthly",
    start_date: today,
  });
  page.locator("[name=rev_share_percent]").fill("20");
  await save();
  const notice = page.getByRole("group", { name: t("affiliates:terms.newer") });
  expect(notice).toBeFocused();
  expect(notice.getByRole("term")).toHaveText(
    ["model", "fixed_amount", "cadence"].map((name) => t(`affiliates:terms.${name}`)),
  );
  expect(notice.getByRole("definition")).toHaveText([
    t("terms:model.fixed"),
    formatMoney(50_00, "EUR", "de"),
    t("terms:cadence.monthly"),
  ]);
  expect(page.locator("[name=rev_share_percent]")).toHaveValue("20");
  await save();
  await page.goto(path);
  expect(page.getByRole("dialog")).toContainText("20");
  expect(page.getByRole("dialog")).toContainText(t("terms:version", { version: 2 }));
});
