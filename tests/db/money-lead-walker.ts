import { expect } from "vitest";
import { moveLead } from "~/domain/leads/move-lead.server";
import { submittedLead } from "../factories/deals";
import { Walker } from "./money-walker";

/** Steps of leads before they are won. */
export class LeadWalker extends Walker {
  async submit() {
    const affiliate = this.chance.below(3);
    const id = await submittedLead(this.database, this.org, this.affiliates[affiliate]!);
    this.model.leads.push({ id, affiliate, status: "new" });
  }

  private async move(to: "qualified" | "lost", from: string[]) {
    const lead = this.chance.of(this.model.leads);
    if (!lead) return;
    const deal = this.model.deals.find((one) => one.lead === lead.id);
    const cancelled = to === "lost" && deal?.end != null && this.model.worthOf(deal) === 0n;
    const allowed = from.includes(lead.status) || (cancelled && lead.status === "converted");
    const answer = await this.answer((scope) => moveLead(scope, { leadId: lead.id, to }));
    expect(answer).toEqual(allowed ? expect.any(String) : "lead_not_open");
    if (allowed) lead.status = to;
  }

  qualify = () => this.move("qualified", ["new"]);
  lose = () => this.move("lost", ["new", "qualified"]);
}
