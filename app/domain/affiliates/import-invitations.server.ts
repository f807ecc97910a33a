import { readMailBudget } from "../organizations/mail-budget.server";
import type { Scope } from "../shared/scope";

/** How the invitations of an import fit into the daily quota of emails to people who have never signed in. */
export interface ImportInvitations {
  /** The daily quota. */
  perDay: number;
  /** Number of emails that can still be sent today. */
  left: number;
  /** Number of this import's invitations that are postponed to later days. */
  later: number;
}

/**
 * Returns how an import's missing invitations fit into the quota, including queued ones.
 * Throws `forbidden`.
 */
export async function readImportInvitations(scope: Scope, importId: string): Promise<ImportInvitations> {
  const { perDay, sent } = await readMailBudget(scope);
  const left = Math.max(0, perDay - sent);
  const [row] = await scope.db.$queryRaw<{ missing: number }[]>`
    select count(*)::int as missing
    from audit_log made join affiliate a on a.org_id = ${scope.orgId}::uuid and a.id = made.entity_id
    where made.org_id = ${scope.orgId}::uuid and made.batch_id = ${importId}::uuid
      and made.action = 'affiliate.import' and a.status = 'invited'
      and not exists (select 1 from audit_log l
        where l.org_id = ${scope.orgId}::uuid and l.entity_id = a.id and l.action = 'affiliate.invite')`;
  return { perDay, left, later: Math.max(0, row!.missing - left) };
}
