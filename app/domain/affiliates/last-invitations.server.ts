import { LINK_LIFETIME_MS } from "../identity/one-time-link";
import type { Scope } from "../shared/scope";

/** An invitation that was mailed to the address an affiliate has now. */
export interface Invitation {
  sentAt: Date;
  /** When its link ends, or ended. */
  validUntil: Date;
  /** Whether that lies in the past. */
  expired: boolean;
}

/**
 * When these affiliates last got an invitation mail, by id. Affiliates who never got one at their present address
 * are left out.
 * Read from the audit log, because one-time links are removed after a while.
 */
export async function lastInvitations(
  scope: Scope,
  affiliateIds: readonly string[],
): Promise<Map<string, Invitation>> {
  if (affiliateIds.length === 0) return new Map();
  const rows = await scope.db.$queryRaw<{ id: string; sent_at: Date }[]>`
    select a.id, max(l.created_at) as sent_at
    from affiliate a
    join membership m on m.org_id = ${scope.orgId}::uuid and m.affiliate_id = a.id
    join audit_log l on l.org_id = ${scope.orgId}::uuid and l.entity_id = a.id
    where a.org_id = ${scope.orgId}::uuid and a.id = any(${[...affiliateIds]}::uuid[])
      and l.action in ('affiliate.add', 'affiliate.invite') and l.data ->> 'user_id' = m.user_id::text
    group by a.id`;
  return new Map(
    rows.map(({ id, sent_at: sentAt }) => {
      const validUntil = new Date(sentAt.getTime() + LINK_LIFETIME_MS);
      return [id, { sentAt, validUntil, expired: validUntil <= scope.now }];
    }),
  );
}
