import { actorName } from "../audit/record-audit.server";
import type { Scope } from "../shared/scope";
import type { LeadStatus } from "./lead";

export interface StatusChange {
  leadIds: readonly string[];
  /** Allowed current statuses. */
  from: readonly LeadStatus[];
  to: LeadStatus;
  /** Why a lead was lost; the affiliate sees it too. */
  reason?: string | null;
  /** The action (recordAction) that can be undone. */
  batchId?: string;
}

/** A lead with a changed status. */
export interface ChangedLead {
  id: string;
  affiliateId: string | null;
}

/**
 * Changes the status of leads and records each change with time, actor and reason (LEAD-14), in one query. Returns the
 * changed leads. Leads in another status than `from` stay unchanged; one of several concurrent writers wins. No other
 * code changes the status of a lead.
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
