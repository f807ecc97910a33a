import { recordAudit } from "../audit/record-audit.server";
import { DomainError } from "../shared/errors";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { TransactionKind } from "./transaction.schema";

/**
 * Stores or replaces the receipt of something paid (TRX-03). Throws `not_found`, `receipt_needs_payment`, `forbidden`.
 */
export async function setReceipt(
  scope: Scope,
  input: { kind: TransactionKind; id: string; receiptUrl: string },
): Promise<void> {
  requireStaff(scope);
  const data = { receiptUrl: input.receiptUrl };
  const { count } =
    input.kind === "deal"
      ? await scope.db.deal.updateMany({ where: { id: input.id, commissionPaid: true }, data })
      : await scope.db.commissionPayment.updateMany({ where: { id: input.id, status: "paid" }, data });
  if (count === 0)
    throw new DomainError((await exists(scope, input)) ? "receipt_needs_payment" : "not_found");
  await recordAudit(scope, {
    action: "receipt.set",
    entity: input.kind === "deal" ? "deal" : "commission_payment",
    entityId: input.id,
    data,
  });
}

async function exists(scope: Scope, { kind, id }: { kind: TransactionKind; id: string }): Promise<boolean> {
  const where = { where: { id }, select: { id: true } };
  return Boolean(
    kind === "deal"
      ? await scope.db.deal.findFirst(where)
      : await scope.db.commissionPayment.findFirst(where),
  );
}
