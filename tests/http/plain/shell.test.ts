import { expect, test } from "vitest";
import { addedLead } from "../../factories/deals";
import { useDatabase } from "../../support/database";
import { openPlain } from "../../support/plain/page";
import { plainOwner } from "../../support/plain/world";
import { useSite } from "../../support/site";

// The handbook, the search of the top bar, and the end of a session, without JavaScript.

const db = useDatabase();
const site = useSite(db);

test("[WORK-17] [PE-01] a screen leads to its article", async () => {
  const { staff: page, t } = await plainOwner(db, site, "en");
  await page.goto("/commissions");
  const help = page.getByRole("main").getByRole("link", { name: t("shell:help") });
  // In the header, and in the empty list.
  expect(help).toHaveCount(2);
  await help.first().click();
  expect(page).toHaveURL("/help/paying-affiliates");
  expect(page.getByRole("heading", { level: 1 })).toHaveText("Pay your affiliates");
});

test("[WORK-17] [PE-01] [A11Y-01] readers of each language search and read", async () => {
  const page = await openPlain(site, {});
  await page.goto("/help?lang=de");
  page.getByRole("main").getByRole("searchbox").fill("UEBERWEISUNGEN");
  await page.getByRole("main").getByRole("search").getByRole("button").click();
  expect(page).toHaveURL("/help?lang=de&q=UEBERWEISUNGEN");
  const results = page.getByRole("region", { name: "UEBERWEISUNGEN" });
  expect(results.locator("mark").first()).toHaveText(/Überweisungen/i);
  await results.getByRole("link", { name: "Affiliates auszahlen" }).first().click();
  expect(page).toHaveURL(/\/help\/paying-affiliates\?lang=de#/);
  expect(page.getByRole("main").getByRole("img")).toHaveAttribute("alt", "Vorschau eines Auszahlungslaufs");
  await page.getByRole("main").getByRole("link", { name: "Français" }).click();
  expect(page).toHaveURL("/help/paying-affiliates?lang=fr");
  expect(page.locator("html")).toHaveAttribute("lang", "fr");
});

test("[ORG-04] a form searches", async () => {
  const { org, staff: page, t } = await plainOwner(db, site, "en");
  const company = "Müller Metallbau";
  await addedLead(db.database, org, { company_name: company });
  await page.goto("/leads");
  const search = page.getByRole("banner").getByRole("searchbox");
  search.fill("METALLBAU muller");
  await search.press("Enter");
  expect(page).toHaveURL(/\/search\?q=METALLBAU/);
  expect(page.getByRole("main").getByRole("link", { name: company })).toHaveAttribute(
    "href",
    /^\/leads\/[0-9a-f-]{36}$/,
  );
  expect(page.getByRole("link", { name: t("shell:search.open_in.leads") })).toHaveAttribute(
    "href",
    "/leads?status=all&q=METALLBAU+muller",
  );
  for (const [query, key] of [
    ["", "start"],
    ["m", "short"],
    ["nothing like this here", "none"],
  ] as const) {
    await page.goto(`/search?${new URLSearchParams({ q: query })}`);
    expect(page.getByRole("main")).toContainText(t(`shell:search.${key}`, { query }));
  }
});

test("[PE-01] [LEAD-10] the sign-in page says what was not saved", async () => {
  const { staff: page, t } = await plainOwner(db, site, "de");
  await page.goto("/leads/new");
  const field = (key: string) => page.getByRole("dialog").getByLabel(t(`leads:lead.${key}`));
  field("company").fill("Ohne Skript AG");
  field("contact").fill("Max Muster");
  field("email").fill("max@kunde.example");
  field("notes").fill("First line\nSecond line");
  page.request.forget("finderlohn");
  await page.getByRole("button", { name: t("leads:add.submit") }).click();
  expect(page).toHaveURL(/\/auth\?redirectTo=%2Fleads%2Fnew/);
  const html = page.content();
  expect(html).toContain(t("errors:session_ended"));
  expect(html).toContain(t("errors:session_ended_lost"));
});

test("[ORG-03] [BIL-02] the top bar shows the trial, the signed-in user, and sign-out", async () => {
  const { org, staff: page, t } = await plainOwner(db, site, "en");
  expect(org.owner.name).toMatch(/^Person \d/);
  await page.goto("/leads");
  const bar = page.getByRole("banner");
  expect(bar.getByRole("link", { name: t("site:trial.days_left", { count: 7 }) })).toHaveAttribute("href", "/pricing");
  expect(bar.locator("summary").last()).toContainText("PE");
  await bar.locator("summary").last().click();
  expect(bar).toContainText(org.owner.email);
  expect(bar.getByRole("button", { name: t("shell:sign_out") })).toBeVisible();
});
