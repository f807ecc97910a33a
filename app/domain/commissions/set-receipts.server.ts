import { recordBatch, type AuditEvent } from "../audit/record-audit.server";
import { receiptFileOf } from "../files/receipt";
import { lockReceiptFiles } from "../files/read-file.server";
import { DomainError } from "../shared/errors";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { sql } from "../shared/sql";
import { MAX_AT_ONCE, type CommissionKind } from "./commission";
import { entityOf, lockCommissions, type LockedCommission } from "./lock-commissions.server";
import type { ReceiptBatch, SkippedReceipt } from "./receipt-batch";

/** A transaction and its receipt: a web address, or a file (receiptInFile). */
export interface WantedReceipt {
  kind: CommissionKind;
  id: string;
  receiptUrl: string;
}

/**
 * Stores or replaces the receipts of several transactions (WORK-04), like `setReceipt`. Each transaction has its own
 * result, and a skipped one does not stop the others. `undoReceipts` takes it back. Of a transaction that is named
 * twice the last receipt counts.
 * Throws `too_many_transactions`, `forbidden`.
 */
export async function setReceipts(scope: Scope, wanted: readonly WantedReceipt[]): Promise<ReceiptBatch> {
  requireStaff(scope);
  const receipts = new Map(wanted.map(({ id, receiptUrl }) => [id, receiptUrl]));
  if (receipts.size > MAX_AT_ONCE) throw new DomainError("too_many_transactions", { max: MAX_AT_ONCE });
  const idsOf = (kind: CommissionKind) => [...new Set(wanted.filter((one) => one.kind === kind).map(({ id }) => id))];
  const found = await lockCommissions(scope, { payments: idsOf("payment"), deals: idsOf("deal") });
  const files = await lockReceiptFiles(
    scope,
    [...receipts.values()].flatMap((one) => receiptFileOf(one) ?? []),
  );
  const changed: ChangedReceipt[] = [];
  const skipped: SkippedReceipt[] = [];
  let unchanged = 0;
  for (const one of found) {
    const to = receipts.get(one.id)!;
    const fileId = receiptFileOf(to);
    if (!one.paid) skipped.push({ name: nameOf(one), code: "receipt_needs_payment" });
    else if (one.receiptUrl === to) unchanged++;
    else if (fileId !== null && !files.has(fileId)) skipped.push({ name: nameOf(one), code: "file_not_found" });
    else changed.push({ commission: one, to });
  }
  const gone = receipts.size - found.length;
  skipped.push(...Array.from({ length: gone }, () => ({ name: null, code: "not_found" as const })));
  const result = { done: changed.length, unchanged, skipped };
  if (changed.length === 0) return { ...result, batchId: null };

  await writeReceipts(scope, changed);
  const batchId = await recordBatch(scope, { action: "receipts.set", steps: changed.map(stepOf) });
  return { ...result, batchId };
}

/** The receipt that a locked transaction gets; null for none. */
export interface ChangedReceipt {
  commission: LockedCommission;
  to: string | null;
}

export const nameOf = ({ company, deal }: Pick<LockedCommission, "company" | "deal">): string => `${company}, ${deal}`;

const stepOf = ({ commission, to }: ChangedReceipt): AuditEvent => ({
  action: "receipt.change",
  ...entityOf(commission),
  data: { receiptUrl: to, receipt_before: commission.receiptUrl },
});

/** Writes the receipts of locked, paid commissions. */
export async function writeReceipts(scope: Scope, changed: readonly ChangedReceipt[]): Promise<void> {
  const rowsOf = (oneOff: boolean) => {
    const own = changed.filter(({ commission }) => commission.oneOff === oneOff);
    const [ids, receipts] = [own.map(({ commission }) => commission.id), own.map(({ to }) => to)];
    return sql`unnest(${ids}::uuid[], ${receipts}::text[]) s (id, receipt)`;
  };
  const deals = await scope.db.$executeRaw(sql`
    update deal d set receipt_url = s.receipt, updated_at = ${scope.now}::timestamptz from ${rowsOf(true)}
    where d.org_id = ${scope.orgId}::uuid and d.id = s.id and d.commission_paid`);
  const months = await scope.db.$executeRaw(sql`
    update commission_payment p set receipt_url = s.receipt from ${rowsOf(false)}
    where p.org_id = ${scope.orgId}::uuid and p.id = s.id and p.status = 'paid'`);
  if (deals + months !== changed.length) throw new Error("locked transactions changed concurrently");
}
