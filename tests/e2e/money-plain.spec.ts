import { expect, test } from "./support/test";
import { addMonths, formatDay, formatMonth, type Day } from "../../app/domain/shared/dates";
import { formatMoney } from "../../app/domain/shared/money";
import { newestMail } from "./support/mailbox";
import { agency, box, payForm, RECEIPT, row, shown, today } from "./support/money-world";

// Due commissions, paid in one batch, and the receipts of paid ones: in English without JavaScript.

test("[COM-06] [COM-05] [TRX-03] staff pay commissions without JavaScript, in English", async ({ browser }) => {
  const context = () =>
    browser.newContext({ baseURL: process.env["E2E_URL"], locale: "en-US", javaScriptEnabled: false });
  const { t, staff, pia, otto } = await agency(context, "en");
  const euro = (minor: number) => formatMoney(minor, "EUR", "en");
  const month = (offset: number) => formatMonth(addMonths(today, offset), "en");
  const submit = () =>
    payForm(staff)
      .getByRole("button", { name: t("commissions:selection.mark") })
      .click();

  await test.step("[TRX-04] one click pays the one-off commission; the focus moves to the next button", async () => {
    await staff.goto("/commissions");
    await expect(row(staff)).toHaveCount(7);
    await row(staff, "Website")
      .getByRole("button", { name: t("commissions:mark_paid") })
      .click();
    await expect(shown(staff, t("commissions:toasts.paid"))).toBeVisible();
    await expect(row(staff)).toHaveCount(6);
    await expect(staff.locator(":focus")).toHaveAccessibleName(new RegExp(`^${t("commissions:mark_paid")}`));
  });

  await test.step("an empty selection is reported on the page", async () => {
    await staff.goto("/commissions");
    await expect(row(staff)).toHaveCount(6);
    await submit();
    await expect(payForm(staff)).toContainText(t("errors:payments_required"));
  });

  await test.step("then two are paid, each affiliate gets an email, and both get their receipt", async () => {
    await box(staff, pia.name, month(-2)).check();
    await box(staff, otto.name, month(-2)).check();
    await submit();
    await expect(shown(staff, t("commissions:toasts.paid_many", { count: 2 }))).toContainText(euro(30_00));
    await expect(row(staff)).toHaveCount(4);
    await expect(staff.locator("#main")).toBeFocused();
    await staff.getByRole("link", { name: t("batches:receipts.add") }).click();
    const dialog = staff.getByRole("dialog");
    await dialog.locator("[name=receipt_url]").fill("ftp://receipts.example");
    const share = dialog.getByRole("button", { name: t("batches:receipts.share", { count: 2 }) });
    await share.click();
    await expect(dialog).toContainText(t("errors:receipt_url_invalid"));
    await expect(dialog.locator("[name=receipt_url]")).toHaveValue("ftp://receipts.example");
    await dialog.locator("[name=receipt_url]").fill(RECEIPT);
    await share.click();
    await expect(dialog).toHaveCount(0);
    for (const [partner, amount] of [
      [pia, 10_00],
      [otto, 20_00],
    ] as const) {
      const words = { period: month(-2), commission: euro(amount) };
      await newestMail(staff.request, partner.email, t("mail:commission_paid_monthly.subject", words));
    }
  });

  await test.step("the filter works with its button; the receipt can be replaced, not removed", async () => {
    await staff.goto("/commissions?tab=paid");
    await staff.getByLabel(t("commissions:affiliate")).last().selectOption(otto.name);
    await staff.getByRole("button", { name: t("commissions:filter.submit"), exact: true }).click();
    await expect(staff).toHaveURL(`/commissions?tab=paid&affiliate=${otto.id}`);
    await row(staff, "Available")
      .getByRole("link", { name: t("transactions:receipt.edit") })
      .click();
    const dialog = staff.getByRole("dialog");
    await dialog.locator("[name=receipt_url]").fill("");
    await dialog.getByRole("button", { name: t("transactions:receipt.save") }).click();
    await expect(dialog).toContainText(t("errors:receipt_required"));
    await dialog.locator("[name=receipt_url]").fill(`${RECEIPT}?2`);
    await dialog.getByRole("button", { name: t("transactions:receipt.save") }).click();
    await expect(staff).toHaveURL(`/commissions?tab=paid&affiliate=${otto.id}`);
    await expect(row(staff).getByRole("link", { name: t("transactions:receipt.view") })).toHaveAttribute(
      "href",
      `${RECEIPT}?2`,
    );
  });

  await test.step("all commissions due to an affiliate are paid in one batch, then all others; the page shows the next due date", async () => {
    await staff.goto(`/commissions?affiliate=${pia.id}`);
    await staff.getByRole("link", { name: t("commissions:pay_all.button") }).click();
    await expect(staff).toHaveURL(`/commissions/pay?affiliate=${pia.id}`);
    const dialog = staff.getByRole("dialog");
    await expect(dialog).toContainText(euro(20_00));
    await expect(dialog).toContainText(t("commissions:pay_all.narrowed", { filter: pia.name }));
    await dialog.locator("[name=receipt_url]").fill("ftp://receipts.example");
    const button = (count: number) => dialog.getByRole("button", { name: t("commissions:selection.pay", { count }) });
    await button(2).click();
    await expect(dialog).toContainText(t("errors:receipt_url_invalid"));
    await dialog.locator("[name=receipt_url]").fill(RECEIPT);
    await button(2).click();
    await expect(shown(staff, t("commissions:toasts.paid_many", { count: 2 }))).toContainText(euro(20_00));
    await staff.goto("/commissions/pay");
    await expect(dialog).toContainText(otto.name);
    await button(2).click();
    await expect(shown(staff, t("commissions:toasts.paid_many", { count: 2 }))).toContainText(euro(40_00));
    await expect(staff).toHaveURL("/commissions#main");
    await expect(staff.getByRole("main")).toContainText(t("commissions:cards.all_paid"));
    const next = formatDay(addMonths(today, 1) as Day, "en");
    await expect(staff.getByRole("main")).toContainText(t("commissions:none.next", { date: next }));
    await expect(staff.getByRole("link", { name: t("commissions:pay_all.button") })).toHaveCount(0);
    await staff.getByRole("link", { name: t("commissions:none.show_planned") }).click();
    await expect(row(staff)).toHaveCount(4);
  });
  await staff.context().close();
});
