import { isDay } from "../shared/dates";
import { recordId } from "../shared/fields";
import { collectRows, readCursor } from "../shared/page";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { isPaid, type Commission, type CommissionKind, type Transaction } from "./commission";
import { explained, readCommissions } from "./read-commissions.server";

/**
 * Returns one commission, paid or not. Returns null for an unknown id, a deal without a commission of its own and a
 * commission of another organization. Throws `forbidden`.
 */
export async function readCommission(
  scope: Scope,
  { kind, id }: { kind: CommissionKind; id: string },
): Promise<Commission | null> {
  requireStaff(scope);
  if (!recordId.safeParse(id).success) return null;
  const wanted = { kind, id, tab: "all", by: "period" } as const;
  const only = readCursor({}, "asc", isDay, 1);
  const [found] = await collectRows<Commission>((each) =>
    readCommissions(scope, wanted, only, explained, each, "file"),
  );
  return found ?? null;
}

/** Returns one transaction; null for an unpaid commission too. Throws `forbidden`. */
export async function readTransaction(
  scope: Scope,
  which: { kind: CommissionKind; id: string },
): Promise<Transaction | null> {
  const commission = await readCommission(scope, which);
  return commission && isPaid(commission) ? commission : null;
}
