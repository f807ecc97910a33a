import { createDeal } from "~/domain/deals/create-deal.server";
import { createDealSchema } from "~/domain/deals/deal.schema";
import { submitLeadSchema } from "~/domain/leads/lead.schema";
import { moveLead } from "~/domain/leads/move-lead.server";
import { submitLead } from "~/domain/leads/submit-lead.server";
import type { Scope } from "~/domain/shared/scope";
import type { Stage, Step } from "./stage";
import type { DemoDeal, DemoLead } from "./story";

/** Every lead from its submission to what became of it. */
export function playLeads(stage: Stage): Step[] {
  return stage.story.leads.flatMap((lead) => leadSteps(stage, lead));
}

function leadSteps(stage: Stage, lead: DemoLead): Step[] {
  const { moment, as, random, story } = stage;
  const { outcome } = lead;
  const contact = submitLeadSchema.parse({
    company_name: lead.company,
    contact_person: lead.contact,
    email: lead.email,
    phone: random.chance(75) ? `${random.pick(story.phones)}${random.between(10, 99)}` : "",
    notes: random.chance(50) ? random.pick(story.notes) : "",
  });
  let id: string;
  const submitted: Step = {
    at: moment(lead.daysAgo),
    act: async (at) => {
      id = await stage.inPortal(at, lead.by, (scope) => submitLead(scope, contact));
    },
  };
  // Later in the day than the submission, should both be today.
  const later = (days: number, act: (scope: Scope) => Promise<void>): Step => ({
    at: moment(Math.max(0, lead.daysAgo - days), 12),
    act: (at) => act(as(at)),
  });
  const qualified = later(random.between(1, 4), (scope) => moveLead(scope, { leadId: id, to: "qualified" }));

  if (outcome === "new") return [submitted];
  // No screen leads to this status; it comes from elsewhere and is shown.
  if (outcome === "contacted") return [submitted, later(2, (scope) => contacted(scope, id))];
  if (outcome === "qualified") return [submitted, qualified];
  if (outcome === "lost") {
    const lost = later(random.between(9, 16), (scope) => moveLead(scope, { leadId: id, to: "lost" }));
    return random.chance(50) ? [submitted, qualified, lost] : [submitted, lost];
  }
  const won = later(outcome.after, (scope) => win(stage, scope, id, lead.daysAgo - outcome.after, outcome));
  return [submitted, qualified, won];
}

async function contacted(scope: Scope, id: string): Promise<void> {
  await scope.db.lead.updateMany({
    where: { id },
    data: { status: "contacted", updatedAt: scope.now },
  });
}

async function win(
  stage: Stage,
  scope: Scope,
  leadId: string,
  daysAgo: number,
  deal: DemoDeal,
): Promise<void> {
  const today = await scope.today();
  const { oneTime, monthly } = deal;
  const input = createDealSchema.parse({
    lead_id: leadId,
    title: deal.title,
    currency: deal.currency,
    ...(monthly
      ? {
          deal_type: "recurring",
          mrr: monthly.mrr,
          contract_duration_months: String(monthly.months),
          contract_start_date: today,
        }
      : { deal_type: "one-time", amount: oneTime?.amount, close_date: today }),
  });
  const { id } = await createDeal(scope, input);
  const paidAfter = oneTime?.paidAfter ?? null;
  stage.deals.push({ id, daysAgo, paidAfter, monthsDue: monthly?.due ?? null });
}
