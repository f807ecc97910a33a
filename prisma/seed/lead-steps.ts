import { randomUUID } from "node:crypto";
import { createDeal } from "~/domain/deals/create-deal.server";
import { createDealSchema } from "~/domain/deals/deal.schema";
import { changeStatus } from "~/domain/leads/change-status.server";
import { submitLeadSchema } from "~/domain/leads/lead.schema";
import { moveLead } from "~/domain/leads/move-lead.server";
import { submitLead } from "~/domain/leads/submit-lead.server";
import { answerMessage, sendMessage } from "~/domain/leads/write-entry.server";
import { notifyStaff } from "~/domain/notifications/notify-staff.server";
import type { Scope } from "~/domain/shared/scope";
import type { DemoContext, Step } from "./demo-context";
import type { DemoDeal, DemoLead } from "./demo-organization";

/** Returns the steps of every lead, from its submission to its outcome. */
export function leadSteps(context: DemoContext): Step[] {
  return context.organization.leads.flatMap((lead) => stepsOf(context, lead));
}

function stepsOf(context: DemoContext, lead: DemoLead): Step[] {
  const { moment, as, random, organization } = context;
  const { outcome } = lead;
  const contact = submitLeadSchema.parse({
    company_name: lead.company,
    contact_person: lead.contact,
    email: lead.email,
    phone: random.chance(75) ? `${random.pick(organization.phones)}${random.between(10, 99)}` : "",
    notes: random.chance(50) ? random.pick(organization.notes) : "",
  });
  let id: string;
  const submitted: Step = {
    at: moment(lead.daysAgo),
    run: async (at) => {
      id = await context.inPortal(at, lead.by, (scope) => submitLead(scope, contact));
      await notifyStaff(as(at), { type: "lead_created", subjectId: id });
    },
  };
  // Later in the day than the submission if both are today.
  const later = (days: number, part: (scope: Scope) => Promise<unknown>): Step => ({
    at: moment(Math.max(0, lead.daysAgo - days), 12),
    run: async (at) => void (await part(as(at))),
  });
  const qualified = later(random.between(1, 4), (scope) => moveLead(scope, { leadId: id, to: "qualified" }));

  const written = lead.messages ? messageSteps(context, lead, () => id) : [];
  if (outcome === "new") return [submitted, ...written];
  // No screen sets this status; it comes from other sources and is only shown.
  if (outcome === "contacted") return [submitted, later(2, (scope) => contacted(scope, id))];
  if (outcome === "qualified") return [submitted, qualified];
  if (outcome === "lost") {
    const reason = organization.lostReasons[lead.daysAgo % organization.lostReasons.length]!;
    const lost = later(random.between(9, 16), (scope) => moveLead(scope, { leadId: id, to: "lost", reason }));
    return random.chance(50) ? [submitted, qualified, lost] : [submitted, lost];
  }
  const won = later(outcome.after, (scope) => win(context, scope, id, lead.daysAgo - outcome.after, outcome));
  return [submitted, qualified, won];
}

/** Returns the steps of a question to the affiliate and its answer, which staff are notified of. */
function messageSteps(context: DemoContext, lead: DemoLead, idOf: () => string): Step[] {
  const { moment, as, affiliates } = context;
  const { question, answer } = lead.messages!;
  const entry = (text: string) => ({ leadId: idOf(), text, submissionId: randomUUID(), file: null });
  return [
    {
      at: moment(Math.max(0, lead.daysAgo - 1), 14),
      run: async (at) =>
        void (await sendMessage(as(at), { ...entry(question), affiliateId: affiliates.get(lead.by)! })),
    },
    {
      at: moment(0, 6),
      run: async (at) => {
        await context.inPortal(at, lead.by, (scope) => answerMessage(scope, entry(answer)));
        const written = await context.scope.db.leadMessage.findFirst({
          where: { leadId: idOf(), author: null },
          select: { id: true },
        });
        await notifyStaff(as(at), { type: "message_answered", subjectId: written!.id });
      },
    },
  ];
}

async function contacted(scope: Scope, id: string): Promise<void> {
  await changeStatus(scope, { leadIds: [id], from: ["new"], to: "contacted" });
}

async function win(context: DemoContext, scope: Scope, leadId: string, daysAgo: number, deal: DemoDeal): Promise<void> {
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
  context.deals.push({ id, daysAgo, paidAfter, monthsDue: monthly?.due ?? null });
}
