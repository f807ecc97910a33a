import { paymentProgress } from "../commissions/payment-progress.server";
import { recordId } from "../shared/fields";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { shownOf, type DealDetails } from "./deal-view";
import { dealView, dealViewInclude } from "./deal-view.server";
import { readSchedule } from "./read-schedule.server";

/**
 * A deal of the organisation with its lead (LEAD-04); null when there is none of this id, whatever was sent as one.
 * Throws `forbidden`.
 */
export async function readDeal(scope: Scope, id: unknown): Promise<DealDetails | null> {
  requireStaff(scope);
  const { data: dealId } = recordId.safeParse(id);
  if (!dealId) return null;
  const deal = await scope.db.deal.findFirst({ where: { id: dealId }, include: dealViewInclude });
  if (!deal) return null;
  const { lead } = deal;
  const schedule = await readSchedule(scope, dealId);
  return {
    ...dealView(deal, (await paymentProgress(scope, [dealId])).get(dealId), await scope.today(), scope.log),
    contact: lead,
    schedule: shownOf(schedule),
    scheduled: schedule.length,
  };
}
