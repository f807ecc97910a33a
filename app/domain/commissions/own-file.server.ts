import { actingAffiliate } from "../shared/permissions";
import type { Scope } from "../shared/scope";

/**
 * Returns whether a file is the receipt of one of the acting affiliate's payments, one of their statements or invoices,
 * or attached to a message that they have written or read. Throws `forbidden` for others.
 */
export async function isOwnFile(scope: Scope, fileId: string): Promise<boolean> {
  const affiliateId = actingAffiliate(scope);
  const found = await scope.db.$queryRaw<object[]>`
    select 1 from deal
    where org_id = ${scope.orgId}::uuid and receipt_file = ${fileId}::uuid and affiliate_id = ${affiliateId}::uuid
      and commission_paid
    union all
    select 1 from commission_payment
    where org_id = ${scope.orgId}::uuid and receipt_file = ${fileId}::uuid and affiliate_id = ${affiliateId}::uuid
      and status = 'paid'
    union all
    select 1 from payout
    where org_id = ${scope.orgId}::uuid and file_id = ${fileId}::uuid and affiliate_id = ${affiliateId}::uuid
      and state <> 'draft'
    union all
    select 1 from lead_message
    where org_id = ${scope.orgId}::uuid and file_id = ${fileId}::uuid and affiliate_id = ${affiliateId}::uuid
    union all
    select 1 from payout_invoice
    where org_id = ${scope.orgId}::uuid and file_id = ${fileId}::uuid and affiliate_id = ${affiliateId}::uuid
    limit 1`;
  return found.length > 0;
}
