import { expect, type Browser, type BrowserContextOptions, type Page } from "@playwright/test";
import { becomeOwner, stranger } from "./api";
import { texts } from "./texts";

export type LeadBoard = Awaited<ReturnType<typeof leadBoard>>;

/** Creates an organization in English, and returns functions for its leads. */
export async function leadBoard(browser: Browser) {
  const t = await texts("en");
  const base = { baseURL: process.env["E2E_URL"], locale: "en-US" };
  const owner = await stranger();
  await becomeOwner(owner, {
    name: "Lea Leads",
    email: `lea-${Date.now()}@agency.example`,
    password: "correct horse battery",
    organization: `Leads ${Date.now()}`,
  });
  const storageState = await owner.storageState();
  await owner.dispose();

  const card = (page: Page, company: string) => page.getByRole("article").filter({ hasText: company });
  const question = (page: Page, company: string) =>
    page.getByRole("alertdialog", { name: t("leads:lose.title", { company }) });
  return {
    t,
    card,
    question,
    open: async (options: BrowserContextOptions = {}): Promise<Page> =>
      (await browser.newContext({ ...base, storageState, ...options })).newPage(),
    column: (page: Page, status: string) => page.getByRole("region", { name: t(`leads:status.${status}`) }),
    shown: (page: Page, text: string) =>
      page.locator("[data-sonner-toast], [role=status]").filter({ hasText: text }).first(),
    button: (page: Page, company: string, name: string) =>
      card(page, company).getByRole("button", { name: t(`leads:lead.${name}`) }),
    loseLink: (page: Page, company: string) => card(page, company).getByRole("link", { name: t("leads:lead.lose") }),
    confirm: (page: Page, company: string) =>
      question(page, company).getByRole("button", { name: t("leads:lead.lose") }),
  };
}

/** Adds a lead as its form does. */
export async function addLead(page: Page, company: string, fields: Record<string, string> = {}): Promise<void> {
  const email = `${company.toLowerCase().replace(/\W+/g, "-")}@kunde.example`;
  const form = { company_name: company, contact_person: "Max", email, ...fields };
  const answer = await page.request.post("/leads/new", { form, maxRedirects: 0 });
  expect(answer.status()).toBe(302);
}

/** Adds a lead as its form does, and returns its id. */
export async function addedLead(page: Page, company: string, fields?: Record<string, string>): Promise<string> {
  await addLead(page, company, fields);
  const list = await (await page.request.get(`/leads?q=${encodeURIComponent(company)}`)).text();
  return /\/leads\/([0-9a-f-]{36})\/deal/.exec(list)![1]!;
}
