import { isErased } from "../shared/erased";
import type { Scope } from "../shared/scope";

/**
 * Deletes what an erased affiliate has entered to be paid. Issued documents and statements stay as they are, with name
 * and address, because the law keeps them for years (GDPR Art. 17(3)(b); § 14b UStG, § 147 AO). The agreement stays
 * with them, because without it they would be no invoices; it has no name.
 */
export async function erasePayee(scope: Scope, affiliateId: string): Promise<void> {
  await scope.db.payeeProfile.deleteMany({ where: { affiliateId } });
  await scope.db.payeeTaxStatus.deleteMany({ where: { affiliateId } });
  await scope.db.vatCheck.deleteMany({ where: { affiliateId } });
  if ((await scope.db.document.count({ where: { affiliateId } })) === 0)
    await scope.db.selfBillingAgreement.deleteMany({ where: { affiliateId } });
  await eraseAccounts(scope, affiliateId);
}

/**
 * Deletes the accounts of an affiliate if they were erased, except those that a document still needs because its files
 * are not made yet. Called again when they are. Idempotent.
 */
export async function eraseAccounts(scope: Scope, affiliateId: string): Promise<void> {
  const affiliate = await scope.db.affiliate.findFirst({ where: { id: affiliateId }, select: { email: true } });
  if (!affiliate || !isErased(affiliate.email)) return;
  const unwritten = await scope.db.document.findMany({
    where: { affiliateId, files: { none: {} } },
    select: { payout: { select: { accountId: true } } },
  });
  const needed = unwritten.flatMap(({ payout: { accountId } }) => (accountId === null ? [] : [accountId]));
  await scope.db.payeeAccount.deleteMany({ where: { affiliateId, id: { notIn: needed } } });
}
