import { z } from "zod";
import { recordBatch, type AuditEvent } from "../audit/record-audit.server";
import { undoableAction, undoneBy } from "../audit/undoable-action.server";
import { receiptFileOf } from "../files/receipt";
import { lockReceiptFiles } from "../files/read-file.server";
import { DomainError } from "../shared/errors";
import { boundedText } from "../shared/fields";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { isTooLate } from "../shared/undo";
import { entityOf, lockCommissions } from "./lock-commissions.server";
import type { SkippedReceipt } from "./receipt-batch";
import { nameOf, writeReceipts, type ChangedReceipt } from "./set-receipts.server";

export interface UndoneReceipts {
  undone: number;
  /** Transactions of the action that keep their receipt, because it was changed since. */
  kept: SkippedReceipt[];
}

const storedReceipt = boundedText(2_000);

/** Audit details of a transaction whose receipt was changed by such an action. */
const storedChange = z.object({ receiptUrl: storedReceipt, receipt_before: storedReceipt.nullable() });

/**
 * Gives transactions the receipts back that they had before an action of the acting user (WORK-04), except for those
 * whose receipt or payment was changed since. The files stay stored for some days. `undone` is 0 if the action was
 * undone before.
 * Throws `not_found` (not an action of this user), `batch_undo_too_late`, `forbidden`.
 */
export async function undoReceipts(scope: Scope, batchId: string): Promise<UndoneReceipts> {
  requireStaff(scope);
  const action = await undoableAction(scope, "receipts", batchId);
  const steps = await scope.db.auditEntry.findMany({ where: { batchId, action: "receipt.change" } });
  const idsOf = (entity: string) => steps.filter((one) => one.entity === entity).map(({ entityId }) => entityId);
  const found = await lockCommissions(scope, { payments: idsOf("commission_payment"), deals: idsOf("deal") });
  const undoings = await scope.db.auditEntry.findMany({
    where: { action: "receipts.undo", createdAt: { gte: action.createdAt } },
    select: { data: true },
  });
  if (undoings.some(({ data }) => undoneBy(data) === batchId)) return { undone: 0, kept: [] };
  const changes = new Map(steps.map(({ entityId, data }) => [entityId, storedChange.parse(data)]));
  const before = [...changes.values()].flatMap(({ receipt_before }) => receiptFileOf(receipt_before) ?? []);
  // A file that a receipt has replaced is deleted after some days.
  const files = await lockReceiptFiles(scope, before);
  const undone: ChangedReceipt[] = [];
  const kept: SkippedReceipt[] = [];
  for (const commission of found) {
    const { receiptUrl, receipt_before: to } = changes.get(commission.id)!;
    const fileId = receiptFileOf(to);
    if (!commission.paid || commission.receiptUrl !== receiptUrl || (fileId !== null && !files.has(fileId)))
      kept.push({ name: nameOf(commission), code: "changed_meanwhile" });
    else undone.push({ commission, to });
  }
  if (undone.length === 0) return { undone: 0, kept };
  if (isTooLate(action.createdAt, scope.now)) throw new DomainError("batch_undo_too_late");
  await writeReceipts(scope, undone);
  const restored = undone.map(({ commission, to }): AuditEvent => ({
    action: "receipt.change",
    ...entityOf(commission),
    data: { receiptUrl: to, undoes: batchId },
  }));
  await recordBatch(scope, { action: "receipts.undo", data: { undoes: batchId }, steps: restored });
  return { undone: undone.length, kept };
}
