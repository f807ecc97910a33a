import type { Scope } from "../shared/scope";
import { columnsOf } from "../shared/field-list";
import { grouped } from "../shared/grouped";
import { requireStaff } from "../shared/permissions";
import { missingForPayout, taxStatusOn, type PayeeGap } from "./payee";
import { readAccounts, type PayeeAccounts } from "./payee-account.server";
import { payeeFields } from "./payee.schema";
import { datedStatus, noPayee, payeeVersion, readPayeeData, statusOf, type Payee } from "./save-payee.server";

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

/** Returns what is missing before each of these affiliates can be paid, by id. Throws `forbidden`. */
export async function readMissing(scope: Scope, ids: readonly string[]): Promise<Map<string, PayeeGap[]>> {
  requireStaff(scope);
  if (ids.length === 0) return new Map();
  const of = { affiliateId: { in: [...ids] } };
  const records = await scope.db.payeeProfile.findMany({
    where: of,
    select: { affiliateId: true, ...columnsOf(payeeFields) },
  });
  const statuses = await scope.db.payeeTaxStatus.findMany({ where: of });
  const accounts = await scope.db.payeeAccount.findMany({
    where: { ...of, withdrawnAt: null, effectiveAt: { lte: scope.now } },
    select: { affiliateId: true },
  });
  const recordOf = new Map(records.map((record) => [record.affiliateId, record]));
  const statusesOf = grouped(statuses, ({ affiliateId }) => affiliateId);
  const withAccount = new Set(accounts.map(({ affiliateId }) => affiliateId));
  const today = await scope.today();
  return new Map(
    ids.map((id) => {
      const dated = (statusesOf.get(id) ?? []).map(datedStatus);
      const facts = { ...noPayee, ...recordOf.get(id), taxStatus: taxStatusOn(dated, today) };
      return [id, missingForPayout({ ...facts, hasAccount: withAccount.has(id) })];
    }),
  );
}
