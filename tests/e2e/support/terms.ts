import { expect, type Browser, type Page } from "@playwright/test";
import type { TFunction } from "i18next";
import { formatMoney, formatPercent } from "../../../app/domain/shared/money";
import { acceptInvitation, becomeOwner } from "./api";
import { texts } from "./texts";

export interface TermsPages {
  staff: Page;
  portal: Page;
  t: TFunction;
  affiliate: string;
  euro: (minor: number) => string;
  percent: (basisPoints: number) => string;
}

/** Creates an owner, and an affiliate without terms who has opened the portal and submitted a lead. */
export async function openTerms(browser: Browser, language: "de" | "en"): Promise<TermsPages> {
  const t = await texts(language);
  const locale = language === "de" ? "de-DE" : "en-US";
  const context = () => browser.newContext({ locale, baseURL: process.env["E2E_URL"] });
  const staff = await (await context()).newPage();
  const portal = await (await context()).newPage();
  const run = `${language}-${Date.now()}`;
  const organization = `Terms ${run}`;
  await becomeOwner(
    staff.request,
    {
      name: "Tara Terms",
      email: `tara-${run}@agency.example`,
      password: "correct horse battery",
      organization,
    },
    language,
  );
  const email = `lena-${run}@partner.example`;
  await post(staff, "/affiliates/new", { name: "Lena Bauer", email });
  const html = await (await staff.request.get("/affiliates")).text();
  const affiliate = /\/affiliates\/([0-9a-f-]{36})\/terms/.exec(html)![1]!;
  await acceptInvitation(portal.request, email, organization, language);
  const lead = { company_name: `Alpha ${run}`, contact_person: "Max Muster", email: "max@kunde.example" };
  await post(portal, "/affiliate/leads/new", lead);
  return {
    staff,
    portal,
    t,
    affiliate,
    euro: (minor) => formatMoney(minor, "EUR", language),
    percent: (basisPoints) => formatPercent(basisPoints, language),
  };
}

export async function post(page: Page, path: string, form: Record<string, string>) {
  expect((await page.request.post(path, { form, maxRedirects: 0 })).status(), path).toBe(302);
}
