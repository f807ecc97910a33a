import type { Scope } from "../shared/scope";
import { missingForPayout, type PayeeGap } from "./payee";
import { readAccounts, type PayeeAccounts } from "./payee-account.server";
import { payeeVersion, readPayeeData, statusOf, type Payee } from "./save-payee.server";

/** Everything about paying an affiliate, for staff and in the portal. */
export interface PayeeView extends Payee {
  accounts: PayeeAccounts;
  /** What is missing before they can be paid. */
  missing: PayeeGap[];
  /** Of the form, see `savePayee`. */
  version: string;
}

/** Reads how an affiliate is paid (PAY-01). Throws `forbidden`. */
export async function readPayee(scope: Scope, affiliateId: string): Promise<PayeeView> {
  const payee = await readPayeeData(scope, affiliateId);
  const accounts = await readAccounts(scope, affiliateId);
  const taxStatus = statusOf(payee, await scope.today());
  return {
    ...payee,
    accounts,
    missing: missingForPayout({ ...payee.record, taxStatus, hasAccount: accounts.current !== null }),
    version: payeeVersion(payee),
  };
}
