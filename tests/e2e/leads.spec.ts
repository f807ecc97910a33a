import { expect, test } from "./support/test";
import { waitForHydration, escape } from "./support/alive";
import { addedLead, addLead, leadBoard, type LeadBoard } from "./support/lead-board";

// The leads screen: filters, moves that do not wait for the server, and the dialogs. One organization for all of it.

let board: LeadBoard;

test.beforeAll(async ({ browser }) => {
  board = await leadBoard(browser);
});

test("[LEAD-01] stores filters in the URL and applies them while the user types", async () => {
  const { open, t, card } = board;
  const page = await open();
  for (const name of ["Filter Süd", "Filter Nord", "Anders AG"]) await addLead(page, name);
  await page.goto("/leads");
  const search = page.getByRole("searchbox", { name: t("leads:filter.search") });
  await search.pressSequentially("filter su", { delay: 20 });
  await expect(page).toHaveURL("/leads?q=filter+su");
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(search).toBeFocused();
  await expect(page.getByRole("link", { name: `${t("leads:tab.pipeline")} 1` })).toBeVisible();
  await search.fill("filter nowhere");
  await expect(page.getByRole("main").getByText(t("leads:none_found.pipeline"))).toBeVisible();
  await page
    .getByRole("main")
    .getByRole("link", { name: t("common:clear_filters") })
    .last()
    .click();
  await expect(page).toHaveURL("/leads");
  await expect(search).toHaveValue("");

  const status = page.getByRole("combobox", { name: t("leads:filter.status") });
  await status.selectOption("lost");
  await expect(page.getByRole("link", { name: t("leads:tab.archive") })).toHaveAttribute("aria-current", "page");
  await status.selectOption("converted");
  await expect(page.getByRole("link", { name: t("leads:tab.deals") })).toHaveAttribute("aria-current", "page");
  await status.selectOption("new");
  await expect(page).toHaveURL("/leads?status=new");
  await expect(card(page, "Filter Nord")).toBeVisible();
  await page.goBack();
  await expect(status).toHaveValue("converted");
  await page.goto("/leads?affiliate=none&q=filter");
  await expect(page.getByRole("article")).toHaveCount(2);
  // Dialogs keep the filters of the list behind them.
  await page.getByRole("link", { name: t("leads:add.title") }).click();
  await page
    .getByRole("dialog")
    .getByRole("link", { name: t("common:cancel") })
    .click();
  await expect(page).toHaveURL("/leads?q=filter&affiliate=none");
  await page.context().close();
});

test("[LEAD-02] [LEAD-03] moves a card immediately, and back when the server rejects it", async () => {
  const { open, t, card, column, shown, button, loseLink, question, confirm } = board;
  const page = await open();
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  const names = { slow: "Move Slowly", late: "Move Too Late", broken: "Move Broken" };
  const late = await addedLead(page, names.late);
  await addLead(page, names.broken);
  await addLead(page, names.slow);
  await page.goto("/leads?q=move");

  // The state between the click and the response.
  let answer = () => {};
  const holdAnswers = async () => {
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route("**/leads*", async (route) => {
      if (route.request().method() === "POST") await held;
      await route.continue();
    });
  };
  await holdAnswers();
  await waitForHydration(button(page, names.slow, "qualify"));
  await button(page, names.slow, "qualify").focus();
  await page.keyboard.press("Enter");
  await expect(column(page, "qualified").getByRole("article").filter({ hasText: names.slow })).toBeVisible();
  await expect(card(page, names.slow).getByRole("link", { name: names.slow, exact: true })).toBeFocused();
  await expect(shown(page, t("leads:toast.status_updated"))).toBeHidden();
  const upToDate = page.waitForResponse(
    (response) => response.request().method() === "GET" && response.url().includes("/leads.data"),
  );
  answer();
  await expect(shown(page, t("leads:toast.status_updated"))).toBeVisible();
  await expect(page).toHaveURL("/leads?q=move");

  // A colleague is faster: their move arrives between this click and its request, before the page receives the change.
  await upToDate;
  await page.unroute("**/leads*");
  await page.route("**/leads*", async (route) => {
    if (route.request().method() === "POST")
      await page.request.post("/leads", { form: { intent: "move", lead_id: late, status: "lost" } });
    await route.continue();
  });
  await button(page, names.late, "qualify").click();
  await expect(shown(page, t("errors:lead_not_open"))).toBeVisible();
  await expect(card(page, names.late)).toHaveCount(0);
  await page.unroute("**/leads*");

  // The server fails.
  await page.route("**/leads*", (route) =>
    route.request().method() === "POST" ? route.fulfill({ status: 500, body: "down" }) : route.continue(),
  );
  await loseLink(page, names.broken).click();
  await confirm(page, names.broken).click();
  await expect(shown(page, t("errors:no_connection_button"))).toBeVisible();
  await expect(button(page, names.broken, "qualify")).toBeVisible();
  await page.unroute("**/leads*");

  // A lost lead cannot be reopened, so a dialog asks for confirmation. It leaves the board; the focus goes to a
  // neighbor or the heading.
  await loseLink(page, names.broken).focus();
  await page.keyboard.press("Enter");
  const cancel = question(page, names.broken).getByRole("link", { name: t("common:cancel") });
  await expect(cancel).toBeFocused();
  await escape(page);
  await expect(page).toHaveURL("/leads?q=move");
  await expect(loseLink(page, names.broken)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(cancel).toBeFocused();
  await page.keyboard.press("Tab");
  await holdAnswers();
  const stored = page.waitForResponse((response) => response.request().method() === "POST");
  await page.keyboard.press("Enter");
  await expect(card(page, names.broken)).toHaveCount(0);
  // Before the response the tabs count the lead where it will be.
  await expect(page.getByRole("link", { name: `${t("leads:tab.pipeline")} 1` })).toBeVisible();
  await expect(page.getByRole("link", { name: `${t("leads:tab.archive")} 2` })).toBeVisible();
  await expect(page).toHaveURL("/leads?q=move");
  await expect(page.getByRole("heading", { name: t("leads:status.new") })).toBeFocused();
  answer();
  await stored;
  await page.reload();
  await expect(page.getByRole("article")).toHaveCount(1);
  expect(problems).toEqual([]);
  await page.context().close();
});

test("[LEAD-04] [LEAD-12] copies the details of a deal; a duplicate links to the first lead", async () => {
  const { open, t, card, shown } = board;
  const page = await open();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const id = await addedLead(page, "Copy GmbH", { email: "copy@kunde.example", notes: "From the fair" });
  const second = await addedLead(page, "Copy AG", { email: "copy@kunde.example" });
  await page.goto("/leads?q=copy");
  await card(page, "Copy AG").getByRole("link", { name: "Copy GmbH", exact: true }).click();
  await expect(page).toHaveURL(`/leads/${id}?q=copy`);
  await expect(page.getByRole("dialog")).toContainText("From the fair");
  await escape(page);
  await expect(page).toHaveURL("/leads?q=copy");

  const deal = { title: "Relaunch", deal_type: "one-time", amount: "1200", close_date: "2026-03-01" };
  await page.request.post(`/leads/${second}/deal`, { form: { lead_id: second, ...deal }, maxRedirects: 0 });
  await page.goto("/leads?tab=deals&q=copy");
  // The company's name links to its lead, also in a new tab; the row links to the deal.
  const company = page.getByRole("row").getByRole("link", { name: "Copy AG", exact: true });
  const [tab] = await Promise.all([
    page.context().waitForEvent("page"),
    company.click({ modifiers: ["ControlOrMeta"] }),
  ]);
  await expect(tab).toHaveURL(`/leads/${second}?tab=deals&q=copy`);
  await tab.close();
  const row = page.getByRole("row").getByRole("link", { name: "Relaunch", exact: true });
  await row.click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("€1,200.00");
  await expect(dialog.getByRole("link", { name: "Copy AG" })).toHaveAttribute(
    "href",
    `/leads/${second}?tab=deals&q=copy`,
  );
  const copy = (label: string) => dialog.getByRole("button", { name: t("common:copy_field", { label }) });
  await copy(t("leads:lead.email")).click();
  await expect(shown(page, `${t("leads:lead.email")} copied to clipboard`)).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("copy@kunde.example");
  await expect(copy(t("leads:lead.phone"))).toHaveCount(0);
  await expect(dialog).toContainText(t("leads:details.missing"));
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL("/leads?tab=deals&q=copy");
  // Opened by its address alone, the deals are behind it.
  const details = await row.getAttribute("href");
  await page.goto(details!.split("?")[0]!);
  await dialog.getByRole("link", { name: t("common:close") }).click();
  await expect(page).toHaveURL("/leads?tab=deals");
  await page.context().close();
});
