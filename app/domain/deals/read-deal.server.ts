import type { LeadStatus } from "../leads/lead";
import { contactFields } from "../leads/lead.schema";
import type { OwnData } from "../fields/own-value";
import { readOwnData } from "../fields/own-values.server";
import { columnsOf } from "../shared/field-list";
import { recordId } from "../shared/fields";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { shownOf, type DealDetails } from "./deal-view";
import { dealViews } from "./deal-view.server";
import { readSchedule } from "./read-schedule.server";

/** Own fields of a deal and of its lead. */
export interface OwnOfDeal {
  own: OwnData;
  leadOwn: OwnData;
}

/**
 * Reads a deal of the organization with its lead (LEAD-04); null if not found. `id` may be any value.
 * Throws `forbidden`.
 */
export async function readDeal(scope: Scope, id: unknown): Promise<(DealDetails & OwnOfDeal) | null> {
  requireStaff(scope);
  const { data: dealId } = recordId.safeParse(id);
  if (!dealId) return null;
  const [deal] = await dealViews(scope, [dealId]);
  if (!deal) return null;
  const lead = await scope.db.lead.findFirst({
    where: { id: deal.leadId },
    select: { ...columnsOf(contactFields), status: true },
  });
  if (!lead) return null;
  const { status, ...contact } = lead;
  const schedule = await readSchedule(scope, dealId);
  return {
    ...deal,
    contact,
    leadStatus: status as LeadStatus,
    schedule: shownOf(schedule),
    scheduled: schedule.length,
    own: await readOwnData(scope, "deal", dealId),
    leadOwn: await readOwnData(scope, "lead", deal.leadId),
  };
}
