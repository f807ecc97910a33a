import type { APIRequestContext } from "@playwright/test";
import { addMonths, todayIn } from "../../../app/domain/shared/dates";
import { idsOn, invited, send } from "./api";

const today = todayIn("Europe/Berlin", new Date());

/**
 * An invited affiliate opens the portal and has commissions: of a recurring deal, and of a paid one-time deal.
 * @returns the cookies of the affiliate
 */
export async function sellFor(request: APIRequestContext, email: string, organization: string) {
  const [id] = await idsOn(request, `/affiliates?q=${email}`, /\/affiliates\/([0-9a-f-]{36})\/terms/g);
  const terms = { model: "rev_share", rev_share_percent: "10", cadence: "monthly", currency: "EUR" };
  await send(request, `/affiliates/${id}/terms`, { intent: "save", ...terms, start_date: today });
  const portal = await invited(email, organization);
  const state = await portal.storageState();
  await portal.dispose();
  const contact = { contact_person: "Max Muster", email: "max@kunde.example", affiliate_id: id! };
  const months = { contract_duration_months: "5", contract_start_date: addMonths(today, -2) };
  for (const [company_name, deal] of [
    ["Alpha", { deal_type: "recurring", mrr: "200", ...months }],
    ["Beta", { deal_type: "one-time", amount: "1000", close_date: today }],
  ] as const) {
    await send(request, "/leads/new", { company_name, ...contact });
    const [lead] = await idsOn(request, `/leads?q=${company_name}`, /\/leads\/([0-9a-f-]{36})\/deal/g);
    await send(request, `/leads/${lead}/deal`, { title: "Hosting", currency: "EUR", ...deal });
  }
  const [paid] = await idsOn(request, "/leads?tab=deals&q=beta", /name="deal_id" value="([0-9a-f-]{36})"/g);
  await send(request, "/leads", { intent: "mark-paid", deal_id: paid! });
  return state;
}
