import { expect, test } from "vitest";
import { useDatabase } from "../../support/database";
import { plainOwner } from "../../support/plain/world";
import { useSite } from "../../support/site";

// The import of leads without JavaScript.

const db = useDatabase();
const site = useSite(db);

test("[API-04] [PE-01] imports leads, and the page refreshes on request", async () => {
  const { staff: plain, t } = await plainOwner(db, site, "en");
  const press = (name: string) => plain.getByRole("main").getByRole("button", { name }).click();
  const figure = (label: string) => plain.locator("dl > div").filter({ hasText: label }).locator("dd").first();
  const title = (key: string) => plain.getByRole("heading", { level: 1, name: t(`imports:steps.${key}`) });
  const look = plain.getByRole("link", { name: t("imports:progress.look") });

  await plain.goto("/import/leads");
  await press(t("imports:file.submit"));
  expect(plain.getByRole("main")).toContainText(t("errors:import_file_missing"));
  const rows = "Company;Contact;E-mail\nOhne Skript;Max;ohne@skript.example\nFalsch;Max;x\n";
  plain.getByLabel(t("imports:file.label"), { exact: true }).setInputFiles("liste.csv", rows);
  await press(t("imports:file.submit"));
  expect(title("columns")).toBeVisible();
  await press(t("imports:columns.submit"));
  await db.runJobs();
  await look.click();
  expect(title("preview")).toBeVisible();
  expect(figure(t("imports:outcomes.wrong"))).toHaveText("1");
  await press(t("imports:start.submit", { count: 1, number: 1 }));
  await db.runJobs();
  await look.click();
  expect(title("result")).toBeVisible();
  await plain.locator("tbody tr").filter({ hasText: "Ohne Skript" }).getByRole("link").click();
  expect(plain.getByRole("main")).toContainText("ohne@skript.example");
});
