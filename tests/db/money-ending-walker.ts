import { expect } from "vitest";
import { endReasons } from "~/domain/deals/deal-end";
import { endDealSchema } from "~/domain/deals/deal-end.schema";
import { endDeal } from "~/domain/deals/end-deal.server";
import { resumeDeal } from "~/domain/deals/resume-deal.server";
import { moveLead } from "~/domain/leads/move-lead.server";
import { daysAfter } from "./money-days";
import type { ModelDeal } from "./money-model";
import { LeadWalker } from "./money-lead-walker";

/** Steps that end deals and undo that. */
export class EndingWalker extends LeadWalker {
  async end() {
    const deal = this.chance.of(this.model.deals);
    if (!deal) return;
    const around = deal.recurring?.start ?? this.model.today;
    const day = this.chance.of([deal.end?.day ?? around, daysAfter(around, this.chance.below(260) - 10)]);
    const reason = this.chance.of(endReasons);
    const refused = this.model.end(deal, day, reason);
    const input = endDealSchema.parse({ deal_id: deal.id, day, reason });
    const answer = await this.answer((scope) => endDeal(scope, input));
    if (refused) expect(answer).toBe(refused === "before" ? null : refused);
    else expect(answer).toMatchObject({ worth: { amount: Number(this.model.worthOf(deal)) } });
    this.clearPaymentIds();
  }

  async resume() {
    const ended = this.model.deals.filter((one) => one.end);
    const deal = this.chance.of(this.chance.below(4) ? ended : this.model.deals);
    if (!deal) return;
    const built = deal.end && this.leadOf(deal).status === "lost";
    const answer = await this.answer((scope) => resumeDeal(scope, deal.id));
    expect(answer).toBe(built ? "deal_end_built_on" : deal.end !== null);
    if (deal.end && !built) this.model.resume(deal);
    this.clearPaymentIds();
  }

  /** A won lead can be lost only if its deal is worth nothing. */
  async loseCanceled() {
    const ended = this.model.deals.filter((one) => one.end);
    const deal = this.chance.of(this.chance.below(4) ? ended : this.model.deals);
    if (!deal) return;
    const lead = this.leadOf(deal);
    const allowed = lead.status === "converted" && deal.end !== null && this.model.worthOf(deal) === 0n;
    const answer = await this.answer((scope) => moveLead(scope, { leadId: lead.id, to: "lost" }));
    expect(answer).toEqual(allowed ? expect.any(String) : "lead_not_open");
    if (allowed) lead.status = "lost";
  }

  private leadOf(deal: ModelDeal) {
    return this.model.leads.find((one) => one.id === deal.lead)!;
  }
}
