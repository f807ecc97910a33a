import { contactFields } from "../leads/lead.schema";
import { columnsOf } from "../shared/field-list";
import { recordId } from "../shared/fields";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { shownOf, type DealDetails } from "./deal-view";
import { dealViews } from "./deal-view.server";
import { readSchedule } from "./read-schedule.server";

/**
 * A deal of the organisation with its lead (LEAD-04); null when there is none of this id, whatever was sent as one.
 * Throws `forbidden`.
 */
export async function readDeal(scope: Scope, id: unknown): Promise<DealDetails | null> {
  requireStaff(scope);
  const { data: dealId } = recordId.safeParse(id);
  if (!dealId) return null;
  const [deal] = await dealViews(scope, [dealId]);
  if (!deal) return null;
  const contact = await scope.db.lead.findFirst({
    where: { id: deal.leadId },
    select: columnsOf(contactFields),
  });
  if (!contact) return null;
  const schedule = await readSchedule(scope, dealId);
  return {
    ...deal,
    contact,
    schedule: shownOf(schedule),
    scheduled: schedule.length,
  };
}
