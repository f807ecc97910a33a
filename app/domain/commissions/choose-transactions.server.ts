import { DomainError } from "../shared/errors";
import { recordId } from "../shared/fields";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { MAX_AT_ONCE, type CommissionFacts, type ReceiptFilter } from "./commission";
import type { TransactionFilter } from "./list-transactions.server";
import { readForAction } from "./read-for-action.server";

/** Which transactions: some by their ids, those that an action has paid, or all that match a filter. */
export type TransactionChoice =
  | { ids: readonly string[] }
  | { batchId: string }
  | { tab: ReceiptFilter; filter: TransactionFilter };

/**
 * Reads the selected transactions, the latest payment first. Unknown ids and unpaid commissions are left out. Throws
 * `too_many_transactions`, `forbidden`.
 */
export async function chooseTransactions(scope: Scope, choice: TransactionChoice): Promise<CommissionFacts[]> {
  requireStaff(scope);
  const wanted = await wantedBy(scope, choice);
  if (wanted.found?.ids.length === 0 && wanted.found.dealIds.length === 0) return [];
  const rows = await readForAction(scope, { ...wanted, tab: "paid", by: "paid_date" }, "desc");
  if (rows.length > MAX_AT_ONCE) throw new DomainError("too_many_transactions", { max: MAX_AT_ONCE });
  return rows;
}

async function wantedBy(scope: Scope, choice: TransactionChoice) {
  const byIds = (ids: readonly string[]) => ({ receipt: null, found: { dealIds: [], ids } });
  if ("filter" in choice) return { ...choice.filter, receipt: choice.tab === "all" ? null : choice.tab === "with" };
  if ("ids" in choice) return byIds([...new Set(choice.ids)].filter((id) => recordId.safeParse(id).success));
  const { batchId } = choice;
  if (!recordId.safeParse(batchId).success) return byIds([]);
  const select = { where: { batchId }, select: { id: true } };
  const paid = [...(await scope.db.deal.findMany(select)), ...(await scope.db.commissionPayment.findMany(select))];
  return byIds(paid.map(({ id }) => id));
}
