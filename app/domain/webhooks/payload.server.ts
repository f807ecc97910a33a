import { dayFromDate } from "../shared/dates";
import type { EndReason } from "../deals/deal-end";
import { fromDatabase, toDecimal } from "../shared/money";
import type { Scope } from "../shared/scope";
import type { DeliveredEvent } from "./delivery";
import { contactInEvents, type EventBody } from "./event-body";

export interface EmittedEvent {
  event: DeliveredEvent;
  timestamp: string;
  lead_id: string;
  deal_id?: string | undefined;
}

/**
 * The body of a webhook (HOOK-01); null when the lead is gone, or the end that it tells of was taken back. Amounts are
 * decimal numbers, such as 1234.56 for EUR.
 */
export async function webhookPayload(scope: Scope, event: EmittedEvent): Promise<string | null> {
  const lead = await scope.db.lead.findFirst({ where: { id: event.lead_id }, include: { affiliate: true } });
  if (!lead) return null;
  const deal = event.deal_id ? await scope.db.deal.findFirst({ where: { id: event.deal_id } }) : null;
  if (event.event === "deal.ended" && !deal?.endedOn) return null;
  const decimal = (amount: bigint, currency: string) => Number(toDecimal(fromDatabase(amount), currency));
  return JSON.stringify({
    event: event.event,
    timestamp: event.timestamp,
    ...(deal && {
      deal: {
        id: deal.id,
        title: deal.title,
        amount: decimal(deal.amount, deal.currency),
        currency: deal.currency,
        commission_amount: decimal(deal.commissionAmount, deal.commissionCurrency),
        close_date: dayFromDate(deal.closeDate),
      },
      ...(deal.endedOn &&
        event.event === "deal.ended" && {
          end: {
            day: dayFromDate(deal.endedOn),
            reason: deal.endReason as EndReason,
            note: deal.endNote,
            worth: decimal(deal.endedAmount ?? 0n, deal.currency),
          },
        }),
      commission_currency: deal.commissionCurrency,
    }),
    lead: {
      id: lead.id,
      ...contactInEvents(lead),
    },
    affiliate: lead.affiliate && { id: lead.affiliate.id, name: lead.affiliate.name },
  } satisfies EventBody);
}
