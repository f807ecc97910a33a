import { escape } from "./support/alive";
import { expect, test } from "./support/test";
import { addMonths, formatDay, formatMonth, type Day } from "../../app/domain/shared/dates";
import { formatMoney } from "../../app/domain/shared/money";
import { newestMail } from "./support/mailbox";
import { agency, box, payForm, RECEIPT, row, shown, tab, today } from "./support/money-world";

// Due commissions, paid in one batch, and the receipts of paid ones: in German with JavaScript. Without it:
// tests/http/plain/money.test.ts.

test("[COM-01] [COM-02] [COM-06] [COM-07] [NOT-01] [TRX-01] [TRX-02] [TRX-03] [TRX-05] staff pay commissions with JavaScript, in German", async ({
  browser,
}) => {
  const context = () => browser.newContext({ baseURL: process.env["E2E_URL"], locale: "de-DE" });
  const { t, staff, pia, otto } = await agency(context, "de");
  const euro = (minor: number) => formatMoney(minor, "EUR", "de");
  const month = (offset: number) => formatMonth(addMonths(today, offset), "de");

  await test.step("[TRX-04] the one-off commission is due with the monthly ones, and one click pays it here", async () => {
    await staff.goto("/commissions");
    await expect(tab(staff, t, "due")).toContainText("7");
    const due = staff
      .getByRole("term")
      .filter({ hasText: t("commissions:states.due") })
      .locator("..");
    await expect(due).toContainText(euro(190_00));
    const planned = staff
      .getByRole("term")
      .filter({ hasText: t("commissions:states.planned") })
      .locator("..");
    await expect(planned).toContainText(euro(60_00));
    await expect(row(staff, "Website", formatDay(today, "de"), t("transactions:mark.deal"))).toHaveCount(1);
    const kinds = staff.getByRole("navigation", { name: t("transactions:kinds.label") });
    await kinds.getByRole("link", { name: t("transactions:kinds.deal"), exact: true }).click();
    await expect(row(staff)).toHaveCount(1);
    await kinds.getByRole("link", { name: t("transactions:kinds.all"), exact: true }).click();
    await expect(row(staff)).toHaveCount(7);
    const pay = row(staff, "Website").getByRole("button", { name: t("commissions:mark_paid") });
    await pay.press("Enter");
    await expect(shown(staff, t("commissions:toasts.paid"))).toBeVisible();
    await expect(row(staff)).toHaveCount(6);
  });

  await test.step("[UX-06] the focus moves to the next row's button, never to the start of the page", async () => {
    const focused = staff.locator(":focus");
    await expect(focused).toHaveAccessibleName(new RegExp(`^${t("commissions:mark_paid")}`));
    await expect(row(staff).filter({ has: focused })).toHaveCount(1);
  });

  await test.step("six payments are due, summed per affiliate; an entry filters the list", async () => {
    await expect(tab(staff, t, "due")).toContainText("6");
    await expect(row(staff, t("commissions:states.due"))).toHaveCount(6);
    for (const header of ["affiliate", "company", "deal", "period", "amount", "status", "paid_date", "receipt"])
      await expect(staff.getByRole("columnheader", { name: t(`commissions:${header}`) })).toHaveCount(1);
    const summary = staff.getByRole("main").locator("form ~ details, nav ~ details").last();
    await summary.locator("summary").click();
    await expect(summary.getByRole("link", { name: otto.name })).toContainText(euro(60_00));
    await summary.getByRole("link", { name: pia.name }).click();
    await expect(staff).toHaveURL(`/commissions?affiliate=${pia.id}`);
    await expect(row(staff)).toHaveCount(3);
    await expect(tab(staff, t, "planned")).toContainText("2");
  });

  await test.step("a commission explains itself", async () => {
    const why = row(staff, month(-2)).locator("summary");
    await why.click();
    await expect(row(staff, month(-2)).getByText(/10\s?%/)).toBeVisible();
    await escape(staff);
  });

  await test.step("two selected payments show their sum; a bad receipt pays nothing, a good one both", async () => {
    await expect(payForm(staff)).toBeHidden();
    await box(staff, month(-2)).check();
    await box(staff, month(-1)).check();
    await expect(payForm(staff)).toContainText(t("commissions:selection.chosen", { count: 2 }));
    await expect(payForm(staff)).toContainText(euro(20_00));
    const button = payForm(staff).getByRole("button", { name: "2 Zahlungen als bezahlt markieren" });
    await payForm(staff).locator("[name=receipt_url]").fill("javascript:alert(1)");
    await button.click();
    await expect(payForm(staff)).toContainText(t("errors:receipt_url_invalid"));
    await expect(row(staff)).toHaveCount(3);
    await payForm(staff).locator("[name=receipt_url]").fill(RECEIPT);
    // Below a resting pointer the toast would give more time to undo, which delays the email.
    await staff.mouse.move(0, 0);
    await button.press("Enter");
    await expect(shown(staff, t("commissions:toasts.paid_many", { count: 2 }))).toContainText(euro(20_00));
    await expect(staff).toHaveURL(`/commissions?affiliate=${pia.id}`);
    await expect(row(staff)).toHaveCount(1);
    await expect(payForm(staff)).toBeHidden();
  });

  await test.step("one email covers both", async () => {
    const mail = await newestMail(
      staff.request,
      pia.email,
      t("mail:commission_paid_many.subject", { payments: 2, commission: euro(20_00) }),
    );
    expect(mail).toContain("2 Ihrer monatlichen Provisionen");
  });

  await test.step("planned payments show their due date and cannot be paid; paid ones have date and receipt", async () => {
    await staff.goto(`/commissions?tab=planned&affiliate=${otto.id}`);
    const next = formatDay(addMonths(today, 1) as Day, "de");
    await expect(row(staff, "Geplant", `fällig am ${next}`)).toHaveCount(1);
    await expect(staff.getByRole("button", { name: t("commissions:mark_paid") })).toHaveCount(0);
    await expect(staff.getByRole("main").getByRole("checkbox")).toHaveCount(0);
    await tab(staff, t, "paid").click();
    await expect(staff.getByRole("main").getByText(t("commissions:no_match.title", { name: otto.name }))).toBeVisible();
    await staff
      .getByRole("main")
      .getByRole("link", { name: t("common:clear_filters") })
      .last()
      .click();
    await expect(row(staff, "Bezahlt", formatDay(today, "de"), "Vorhanden")).toHaveCount(2);
    await staff.getByRole("link", { name: t("commissions:period") }).click();
    await expect(staff).toHaveURL("/commissions?tab=paid&sort=period");
    await expect(row(staff).first()).toContainText(month(-2));
  });

  await test.step("generating again reports that nothing is missing", async () => {
    await staff.getByRole("button", { name: "Provisionen generieren" }).click();
    await expect(shown(staff, "Bereits vollständig")).toBeVisible();
    await expect(staff).toHaveURL("/commissions?tab=paid&sort=period");
  });

  await test.step("transactions have cards, tabs, kinds, an affiliate filter, and a receipt dialog that keeps them", async () => {
    await staff.goto("/transactions");
    const card = (name: string) => staff.getByRole("term").filter({ hasText: name }).locator("..");
    await expect(card(t("transactions:cards.all"))).toContainText(euro(120_00));
    await expect(card(t("transactions:cards.with"))).toContainText(euro(20_00));
    await expect(card(t("transactions:cards.without"))).toContainText(euro(100_00));
    await staff.getByRole("link", { name: t("transactions:kinds.payment"), exact: true }).click();
    await expect(row(staff)).toHaveCount(2);
    await staff.getByLabel(t("transactions:affiliate")).last().selectOption(otto.name);
    await expect(staff).toHaveURL(`/transactions?kind=payment&affiliate=${otto.id}`);
    await expect(staff.getByRole("main").getByText(t("transactions:no_match.title"))).toBeVisible();
    await staff
      .getByRole("main")
      .getByRole("link", { name: t("common:clear_filters") })
      .last()
      .click();
    await expect(row(staff)).toHaveCount(3);
    await staff.goto(`/transactions?tab=without&affiliate=${pia.id}`);
    await row(staff, "Website", "Fehlt")
      .getByRole("link", { name: t("transactions:receipt.add") })
      .click();
    const dialog = staff.getByRole("dialog");
    await expect(dialog.locator("[name=receipt_url]")).toBeFocused();
    await escape(staff);
    await expect(dialog).toHaveCount(0);
    await expect(staff).toHaveURL(`/transactions?tab=without&affiliate=${pia.id}`);
    await row(staff, "Website")
      .getByRole("link", { name: t("transactions:receipt.add") })
      .click();
    await dialog.locator("[name=receipt_url]").fill("   ");
    await dialog.getByRole("button", { name: t("transactions:receipt.save") }).click();
    await expect(dialog).toContainText(t("errors:receipt_required"));
    await dialog.locator("[name=receipt_url]").fill(RECEIPT);
    await dialog.getByRole("button", { name: t("transactions:receipt.save") }).click();
    await expect(shown(staff, "Beleg aktualisiert")).toBeVisible();
    await expect(staff).toHaveURL(`/transactions?tab=without&affiliate=${pia.id}`);
    await expect(staff.getByRole("main").getByText(t("transactions:none.without"))).toHaveCount(0);
    await expect(staff.getByRole("main").getByText(t("transactions:no_match.title"))).toBeVisible();
  });
  await staff.context().close();
});
