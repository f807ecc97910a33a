import { paymentProgress } from "./payment-progress.server";
import { dayFromDate, todayIn } from "../shared/dates";
import { readOwnData } from "../fields/own-values.server";
import { leadSteps } from "../leads/lead-steps.server";
import { recordId } from "../shared/fields";
import { actingAffiliate } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { OwnDealDetails } from "./own-deal";
import { ownDeal, ownDealInclude } from "./own-deal.server";
import { readSchedule } from "./read-schedule.server";

/**
 * Reads one of the acting affiliate's deals with its monthly payments; null for unknown, foreign and malformed ids
 * alike.
 * Throws `forbidden` for other actors.
 */
export async function readOwnDeal(scope: Scope, id: string): Promise<OwnDealDetails | null> {
  const affiliateId = actingAffiliate(scope);
  if (!recordId.safeParse(id).success) return null;
  const deal = await scope.db.deal.findFirst({ where: { id, affiliateId }, include: ownDealInclude });
  if (!deal) return null;
  const { timeZone } = await scope.organization();
  const progress = await paymentProgress(scope, [id]);
  return {
    ...ownDeal(deal, progress.get(id), await scope.today(), scope.log),
    leadId: deal.leadId,
    contact: deal.lead.contactPerson,
    steps: await leadSteps(scope, { id: deal.leadId, createdAt: deal.lead.createdAt }),
    wonOn: todayIn(timeZone, deal.createdAt),
    contractEnd: deal.contractEndDate && dayFromDate(deal.contractEndDate),
    receiptUrl: deal.receiptUrl,
    schedule: await readSchedule(scope, id),
    own: await readOwnData(scope, "deal", id),
    leadOwn: await readOwnData(scope, "lead", deal.leadId),
  };
}
