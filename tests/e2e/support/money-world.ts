import type { BrowserContext, Page } from "@playwright/test";
import type { TFunction } from "i18next";
import { addMonths, todayIn } from "../../../app/domain/shared/dates";
import { acceptInvitation, becomeOwner, send, stranger } from "./api";
import { texts } from "./texts";

export const today = todayIn("Europe/Berlin", new Date());
export const RECEIPT = "https://receipts.example/2027.pdf";

type Partner = { id: string; name: string; email: string };

/**
 * Creates an agency with two affiliates: each has a contract with three months due and two planned; one has a one-off
 * deal that is due today.
 */
export async function agency(context: () => Promise<BrowserContext>, language: "de" | "en") {
  const t = await texts(language);
  const staff = await (await context()).newPage();
  const run = `${language}-${Date.now()}`;
  const organization = `Geld ${run}`;
  await becomeOwner(
    staff.request,
    {
      name: "Greta Geld",
      email: `greta-${run}@agency.example`,
      password: "correct horse battery",
      organization,
    },
    language,
  );

  const partners: Partner[] = [];
  for (const name of ["Pia Partner", "Otto Ohnesorg"]) {
    const email = `${name.split(" ")[0]!.toLowerCase()}-${run}@partner.example`;
    await send(staff.request, "/affiliates/new", { name, email });
    const html = await (await staff.request.get(`/affiliates?q=${email}`)).text();
    const id = /\/affiliates\/([0-9a-f-]{36})\/terms/.exec(html)![1]!;
    partners.push({ id, name, email });
    await send(staff.request, `/affiliates/${id}/terms`, {
      intent: "save",
      affiliate_id: id,
      model: "rev_share",
      rev_share_percent: "10",
      currency: "EUR",
      cadence: "monthly",
      start_date: today,
    });
    const portal = await stranger();
    await acceptInvitation(portal, email, organization, language);
    const companies = name.startsWith("Pia") ? ["Alpha", "Beta"] : ["Gamma"];
    for (const company of companies) {
      await send(portal, "/affiliate/leads/new", {
        company_name: company,
        contact_person: "Max Muster",
        email: `${company}@kunde.example`,
      });
    }
    await portal.dispose();
  }

  const leads = await (await staff.request.get("/leads")).text();
  const leadIds = [...new Set([...leads.matchAll(/\/leads\/([0-9a-f-]{36})\/deal/g)].map((one) => one[1]!))];
  // Newest first: Gamma, Beta, Alpha.
  for (const [index, title] of ["Hosting", "Support"].entries()) {
    await send(staff.request, `/leads/${leadIds[index]}/deal`, {
      lead_id: leadIds[index]!,
      title,
      deal_type: "recurring",
      mrr: index === 0 ? "200" : "100",
      contract_duration_months: "5",
      contract_start_date: addMonths(today, -2),
    });
  }
  await send(staff.request, `/leads/${leadIds[2]}/deal`, {
    lead_id: leadIds[2]!,
    title: "Website",
    deal_type: "one-time",
    amount: "1000",
    close_date: today,
  });
  const [pia, otto] = partners as [Partner, Partner];
  return { t, staff, pia, otto };
}

/** Finds the table rows that contain the words. */
export const row = (page: Page, ...words: string[]) =>
  words.reduce(
    (rows, word) => rows.filter({ hasText: word }),
    page.getByRole("row").filter({ has: page.getByRole("cell") }),
  );
export const box = (page: Page, ...words: string[]) => row(page, ...words).getByRole("checkbox");
export const payForm = (page: Page) => page.locator("form#pay");
/** Finds the message of a redirect, with JavaScript or without. */
export const shown = (page: Page, text: string) =>
  page.locator("[data-sonner-toast], [role=status]").filter({ hasText: text }).first();
export const tab = (page: Page, t: TFunction, name: string) =>
  page
    .getByRole("navigation", { name: t("commissions:tabs.label"), exact: true })
    .getByRole("link", { name: t(name === "all" ? "commissions:tabs.all" : `commissions:states.${name}`) });
