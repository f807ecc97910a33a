import { actorName } from "../audit/record-audit.server";
import type { Scope } from "../shared/scope";
import type { LeadStatus } from "./lead";

export interface StatusChange {
  leadIds: readonly string[];
  /** The statuses it may come from. */
  from: readonly LeadStatus[];
  to: LeadStatus;
  /** Of a lost lead, why; the affiliate reads it too. */
  reason?: string | null;
  /** The action (recordAction) that can be undone. */
  batchId?: string;
}

/** A lead whose status has changed. */
export interface ChangedLead {
  id: string;
  affiliateId: string | null;
}

/**
 * Changes the status of leads and keeps each change with its time, who did it and the reason (LEAD-14), in one
 * statement. Leads in another status than `from` stay as they are; of two who change one at once, one does. The only
 * place that changes the status of a lead.
 *
 * @returns the leads that were changed.
 */
export async function changeStatus(scope: Scope, change: StatusChange): Promise<ChangedLead[]> {
  const { orgId, now } = scope;
  const { leadIds, from, to, reason = null, batchId = null } = change;
  return scope.db.$queryRaw<ChangedLead[]>`
    with before as (
      select id, status from lead
      where org_id = ${orgId}::uuid and id = any(${[...leadIds]}::uuid[]) and status = any(${[...from]}::text[])
        and status <> ${to}
      order by id for no key update
    ), changed as (
      update lead set status = ${to}, updated_at = ${now}
      from before where lead.org_id = ${orgId}::uuid and lead.id = before.id
      returning lead.id, lead.affiliate_id, before.status
    ), kept as (
      insert into lead_status_change
        (org_id, lead_id, affiliate_id, from_status, to_status, reason, actor, batch_id, created_at)
      select ${orgId}::uuid, id, affiliate_id, status, ${to}, ${reason}, ${actorName(scope.actor)}, ${batchId}::uuid, ${now}
      from changed
      returning lead_id as id, affiliate_id as "affiliateId"
    )
    select id, "affiliateId" from kept`;
}
