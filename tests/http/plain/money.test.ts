import { expect, test } from "vitest";
import { addMonths, formatDay, formatMonth, type Day } from "~/domain/shared/dates";
import { formatMoney } from "~/domain/shared/money";
import { activeAffiliate, withTerms } from "../../factories/affiliates";
import { oneTimeDeal } from "../../factories/deals";
import { useDatabase } from "../../support/database";
import type { PlainPage } from "../../support/plain/page";
import { newestMail, plainAgency, plainOwner, shown, today } from "../../support/plain/world";
import { useSite } from "../../support/site";

// Due commissions, paid in one batch, the receipts of paid ones, and undoing, without JavaScript.

const db = useDatabase();
const site = useSite(db);

const RECEIPT = "https://receipts.example/2027.pdf";
/** Finds the table rows that contain the words. */
const row = (page: PlainPage, ...words: string[]) =>
  words.reduce(
    (rows, word) => rows.filter({ hasText: word }),
    page.getByRole("row").filter({ has: page.getByRole("cell") }),
  );
const box = (page: PlainPage, ...words: string[]) => row(page, ...words).getByRole("checkbox");
const payForm = (page: PlainPage) => page.locator("form#pay");

test("[COM-06] [COM-05] [TRX-03] staff pay commissions", async () => {
  const { t, staff, pia, otto } = await plainAgency(db, site, "en");
  const euro = (minor: number) => formatMoney(minor, "EUR", "en");
  const month = (offset: number) => formatMonth(addMonths(today, offset), "en");
  const submit = () =>
    payForm(staff)
      .getByRole("button", { name: t("commissions:selection.mark") })
      .click();

  // [TRX-04] one click pays the one-off commission; the focus moves to the next button.
  {
    await staff.goto("/commissions");
    expect(row(staff)).toHaveCount(7);
    await row(staff, "Website")
      .getByRole("button", { name: t("commissions:mark_paid") })
      .click();
    expect(shown(staff, t("commissions:toasts.paid"))).toBeVisible();
    expect(row(staff)).toHaveCount(6);
    expect(staff.locator(":focus")).toHaveAccessibleName(new RegExp(`^${t("commissions:mark_paid")}`));
  }

  // An empty selection or a bad receipt is reported on the page, and the input is kept.
  {
    await staff.goto("/commissions");
    expect(row(staff)).toHaveCount(6);
    await submit();
    expect(payForm(staff)).toContainText(t("errors:payments_required"));
    box(staff, pia.name, month(-2)).check();
    box(staff, otto.name, month(-2)).check();
    payForm(staff).locator("[name=receipt_url]").fill("ftp://receipts.example");
    await submit();
    expect(payForm(staff)).toContainText(t("errors:receipt_url_invalid"));
    expect(box(staff, otto.name, month(-2))).toBeChecked();
    expect(payForm(staff).locator("[name=receipt_url]")).toHaveValue("ftp://receipts.example");
  }

  // Then both are paid, each affiliate gets an email, and both get their receipt.
  {
    payForm(staff).locator("[name=receipt_url]").fill("");
    await submit();
    expect(shown(staff, t("commissions:toasts.paid_many", { count: 2 }))).toContainText(euro(30_00));
    expect(row(staff)).toHaveCount(4);
    expect(staff.locator("#main")).toBeFocused();
    await staff.getByRole("link", { name: t("batches:receipts.add") }).click();
    const dialog = staff.getByRole("dialog");
    dialog.locator("[name=receipt_url]").fill("ftp://receipts.example");
    const share = dialog.getByRole("button", { name: t("batches:receipts.share", { count: 2 }) });
    await share.click();
    expect(dialog).toContainText(t("errors:receipt_url_invalid"));
    expect(dialog.locator("[name=receipt_url]")).toHaveValue("ftp://receipts.example");
    dialog.locator("[name=receipt_url]").fill(RECEIPT);
    await share.click();
    expect(dialog).toHaveCount(0);
    for (const [partner, amount] of [
      [pia, 10_00],
      [otto, 20_00],
    ] as const) {
      const words = { period: month(-2), commission: euro(amount) };
      await newestMail(db, partner.email, t("mail:commission_paid_monthly.subject", words));
    }
  }

  // The filter works with its button; the receipt can be replaced, not removed.
  {
    await staff.goto("/commissions?tab=paid");
    staff.getByLabel(t("commissions:affiliate")).last().selectOption(otto.name);
    await staff.getByRole("button", { name: t("commissions:filter.submit"), exact: true }).click();
    expect(staff).toHaveURL(`/commissions?tab=paid&affiliate=${otto.id}`);
    await row(staff, "Available")
      .getByRole("link", { name: t("transactions:receipt.edit") })
      .click();
    const dialog = staff.getByRole("dialog");
    dialog.locator("[name=receipt_url]").fill("");
    await dialog.getByRole("button", { name: t("transactions:receipt.save") }).click();
    expect(dialog).toContainText(t("errors:receipt_required"));
    dialog.locator("[name=receipt_url]").fill(`${RECEIPT}?2`);
    await dialog.getByRole("button", { name: t("transactions:receipt.save") }).click();
    expect(staff).toHaveURL(`/commissions?tab=paid&affiliate=${otto.id}`);
    expect(row(staff).getByRole("link", { name: t("transactions:receipt.view") })).toHaveAttribute(
      "href",
      `${RECEIPT}?2`,
    );
  }

  // All commissions due to an affiliate are paid in one batch, then all others; the page shows the next due date.
  {
    await staff.goto(`/commissions?affiliate=${pia.id}`);
    await staff.getByRole("link", { name: t("commissions:pay_all.button") }).click();
    expect(staff).toHaveURL(`/commissions/pay?affiliate=${pia.id}`);
    const dialog = staff.getByRole("dialog");
    expect(dialog).toContainText(euro(20_00));
    expect(dialog).toContainText(t("commissions:pay_all.narrowed", { filter: pia.name }));
    dialog.locator("[name=receipt_url]").fill("ftp://receipts.example");
    const button = (count: number) => dialog.getByRole("button", { name: t("commissions:selection.pay", { count }) });
    await button(2).click();
    expect(dialog).toContainText(t("errors:receipt_url_invalid"));
    dialog.locator("[name=receipt_url]").fill(RECEIPT);
    await button(2).click();
    expect(shown(staff, t("commissions:toasts.paid_many", { count: 2 }))).toContainText(euro(20_00));
    await staff.goto("/commissions/pay");
    expect(dialog).toContainText(otto.name);
    await button(2).click();
    expect(shown(staff, t("commissions:toasts.paid_many", { count: 2 }))).toContainText(euro(40_00));
    expect(staff).toHaveURL("/commissions#main");
    expect(staff.getByRole("main")).toContainText(t("commissions:cards.all_paid"));
    const next = formatDay(addMonths(today, 1) as Day, "en");
    expect(staff.getByRole("main")).toContainText(t("commissions:none.next", { date: next }));
    expect(staff.getByRole("link", { name: t("commissions:pay_all.button") })).toHaveCount(0);
    await staff.getByRole("link", { name: t("commissions:none.show_planned") }).click();
    expect(row(staff)).toHaveCount(4);
  }
});

test("[TRX-04] a button beside the message undoes a payment, later the owner's dialog with a reason and its email", async () => {
  const { org, staff: page, t } = await plainOwner(db, site, "en");
  const affiliate = await activeAffiliate(db.database, org, { name: "Pia Partner" });
  await withTerms(db.database, org, affiliate, { cadence: "monthly", currency: "EUR" });
  await oneTimeDeal(db.database, org, affiliate, { title: "Website", close_date: today });
  await page.goto("/leads?tab=deals");
  const pay = page.getByRole("button", { name: t("leads:deals.mark_paid") }).first();
  await pay.click();
  expect(shown(page, t("commissions:toasts.paid"))).toBeVisible();
  await page.getByRole("button", { name: t("common:undo"), exact: true }).click();
  expect(page).toHaveURL("/leads?tab=deals");
  expect(shown(page, t("transactions:undo.done", { count: 1 }))).toBeVisible();
  await pay.click();
  await page.goto("/transactions");
  await page.getByRole("link", { name: new RegExp(`^${t("transactions:reverse.action")}`) }).click();
  const dialog = page.getByRole("dialog");
  expect(dialog).toContainText("€100.00");
  expect(dialog).toContainText(t("transactions:reverse.told", { name: affiliate.name }));
  const submit = dialog.getByRole("button", { name: t("transactions:reverse.submit") });
  await submit.click();
  expect(dialog).toContainText(t("errors:reason_required"));
  dialog.getByLabel(t("transactions:reverse.reason"), { exact: true }).fill("The bank sent it back");
  await submit.click();
  expect(shown(page, t("transactions:reverse.done"))).toBeVisible();
  expect(page.getByRole("main").getByText(t("transactions:empty.title"))).toBeVisible();
  await page.goto("/settings/activity");
  expect(page.getByRole("row").filter({ hasText: "The bank sent it back" })).toHaveCount(1);
  const commission = "€100.00";
  const mail = await newestMail(db, affiliate.email, t("mail:commission_reversed.subject", { commission }));
  expect(mail).toContain("The bank sent it back");
});
