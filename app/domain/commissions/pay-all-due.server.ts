import { fingerprint } from "../shared/edit-conflict.server";
import { DomainError } from "../shared/errors";
import { grouped } from "../shared/grouped";
import { compareNames } from "../shared/order";
import { sumByCurrency, type Money } from "../shared/money";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { payCommissions, type PaidCommissions } from "./pay-commissions.server";
import { MAX_AT_ONCE, type CommissionFacts, type PaymentFilter } from "./commission";
import type { CommissionsWanted } from "./read-commissions.server";
import { readForAction } from "./read-for-action.server";

/** Returns the `version` of a form that shows this number of due commissions with these sums, one per currency. */
export function dueVersion({ count, amounts }: { count: number; amounts: readonly Money[] }): string {
  const sums = amounts.map(({ amount, currency }) => `${currency} ${amount}`).sort();
  return fingerprint({ due: [count, ...sums].join(", ") });
}

/** Which of the due commissions are paid together. Those in a payout are paid with it. */
export type DueWanted = PaymentFilter & Pick<CommissionsWanted, "affiliateIds" | "currency">;

/** The payment to one affiliate. */
export interface Payee {
  affiliateId: string;
  name: string;
  count: number;
  /** One sum per currency. */
  amounts: Money[];
}

/** What {@link payAllDue} would pay. */
export interface Payable {
  count: number;
  /** One sum per currency. */
  amounts: Money[];
  /** All affiliates, by name. */
  payees: Payee[];
}

/**
 * Returns what {@link payAllDue} would pay with this filter; null for more payments than can be paid together. Throws
 * `forbidden`.
 */
export async function readPayable(scope: Scope, filter: DueWanted): Promise<Payable | null> {
  const due = await readDue(scope, filter);
  if (due.length > MAX_AT_ONCE) return null;
  const payees = [...grouped(due, (one) => one.affiliateId)].flatMap(([affiliateId, own]): Payee[] => {
    if (affiliateId === null) return [];
    const amounts = sumByCurrency(own.map(({ amount }) => amount));
    return [{ affiliateId, name: own[0]!.affiliate ?? "", count: own.length, amounts }];
  });
  payees.sort((one, other) => compareNames(one.name, other.name));
  return { count: due.length, amounts: sumByCurrency(due.map(({ amount }) => amount)), payees };
}

/** Reads at most one more than can be paid together. */
async function readDue(scope: Scope, filter: DueWanted): Promise<CommissionFacts[]> {
  requireStaff(scope);
  return readForAction(scope, { ...filter, tab: "due", by: "period", free: true });
}

/**
 * Marks all due commissions paid, monthly and one-off, of the organization or of the filter, like `payCommissions`.
 * `version` is the {@link dueVersion} that was shown to the user. If the count or the sums differ now, nothing is paid.
 * Throws `payments_changed`, `too_many_payments`, `forbidden`.
 */
export async function payAllDue(
  scope: Scope,
  { filter, version, receiptUrl }: { filter: DueWanted; version: string; receiptUrl: string | null },
): Promise<PaidCommissions> {
  const due = await readDue(scope, filter);
  if (due.length > MAX_AT_ONCE) throw new DomainError("too_many_payments", { max: MAX_AT_ONCE });
  const amounts = sumByCurrency(due.map(({ amount }) => amount));
  if (dueVersion({ count: due.length, amounts }) !== version) throw new DomainError("payments_changed");
  const ids = (kind: (typeof due)[number]["kind"]) => due.filter((one) => one.kind === kind).map(({ id }) => id);
  return payCommissions(scope, { payments: ids("payment"), deals: ids("deal"), receiptUrl });
}
