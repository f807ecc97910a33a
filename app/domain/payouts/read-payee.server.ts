import { taxStatusOn, type DatedTaxStatus } from "../documents/tax-status";
import type { TaxIds } from "../documents/treatment";
import type { Scope } from "../shared/scope";
import { columnsOf } from "../shared/field-list";
import { grouped } from "../shared/grouped";
import { isErased } from "../shared/erased";
import { requireStaff } from "../shared/permissions";
import { missingForPayout, type PayeeGap } from "./payee";
import { readAccountRows, readAccounts, waitsFor, type PayeeAccounts } from "./payee-account.server";
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
    missing: missingForPayout({
      ...payee.record,
      taxStatus,
      hasAccount: accounts.current !== null,
      hasPendingAccount: accounts.pending !== null && accounts.pending.waits !== "expired",
    }),
    version: payeeVersion(payee),
  };
}

/** What a payout has to know of an affiliate. */
export interface PayoutFacts {
  name: string;
  /** `inactive`: no longer works for the organization. `erased`: nor has a name any more. */
  standing: "active" | "inactive" | "erased";
  missing: PayeeGap[];
  /** Two letters; null if not entered. */
  country: string | null;
  taxIds: TaxIds;
  taxStatuses: DatedTaxStatus[];
  /** Whether an account was entered that can still come into effect. */
  hasPendingAccount: boolean;
}

/** Reads what a payout to each of these affiliates has to know, by id. Throws `forbidden`. */
export async function readPayeeFacts(scope: Scope, ids: readonly string[]): Promise<Map<string, PayoutFacts>> {
  requireStaff(scope);
  if (ids.length === 0) return new Map();
  const of = { affiliateId: { in: [...ids] } };
  const people = await scope.db.affiliate.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, name: true, status: true, email: true },
  });
  const records = await scope.db.payeeProfile.findMany({
    where: of,
    select: { affiliateId: true, ...columnsOf(payeeFields) },
  });
  const statuses = await scope.db.payeeTaxStatus.findMany({ where: of });
  const accountsOf = await readAccountRows(scope, ids);
  const recordOf = new Map(records.map((record) => [record.affiliateId, record]));
  const statusesOf = grouped(statuses, ({ affiliateId }) => affiliateId);
  const today = await scope.today();
  const personOf = new Map(people.map((one) => [one.id, one]));
  return new Map(
    ids.map((id) => {
      const taxStatuses = (statusesOf.get(id) ?? []).map(datedStatus);
      const accounts = accountsOf.get(id);
      const pending = accounts?.pending;
      const person = personOf.get(id);
      const taxStatus = taxStatusOn(taxStatuses, today);
      const record = { ...noPayee, ...recordOf.get(id) };
      const hasPendingAccount = pending ? waitsFor(pending, scope.now) !== "expired" : false;
      const missing = missingForPayout({
        ...record,
        taxStatus,
        hasAccount: Boolean(accounts?.current),
        hasPendingAccount,
      });
      return [
        id,
        {
          name: person?.name ?? "",
          standing: !person || isErased(person.email) ? "erased" : person.status === "inactive" ? "inactive" : "active",
          missing,
          country: record.country,
          taxIds: { vatId: record.vatId, taxNumber: record.taxNumber },
          taxStatuses,
          hasPendingAccount,
        },
      ];
    }),
  );
}

/** Returns what is missing before each of these affiliates can be paid, by id. Throws `forbidden`. */
export async function readMissing(scope: Scope, ids: readonly string[]): Promise<Map<string, PayeeGap[]>> {
  const facts = await readPayeeFacts(scope, ids);
  return new Map([...facts].map(([id, { missing }]) => [id, missing]));
}
