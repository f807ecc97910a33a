import { receiptFileOf } from "../files/receipt";
import { requireReceiptFile } from "../files/read-file.server";
import { recordAudit } from "../audit/record-audit.server";
import { DomainError } from "../shared/errors";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { CommissionKind } from "./commission";

/**
 * Stores or replaces the receipt of a paid commission (TRX-03): a web address, or a file (receiptInFile). Storing the
 * same one again changes nothing. Throws `not_found`, `receipt_needs_payment`, `file_not_found`, `forbidden`.
 */
export async function setReceipt(
  scope: Scope,
  input: { kind: CommissionKind; id: string; receiptUrl: string },
): Promise<void> {
  requireStaff(scope);
  const fileId = receiptFileOf(input.receiptUrl);
  if (fileId !== null) await requireReceiptFile(scope, fileId);
  const data = { receiptUrl: input.receiptUrl };
  const where = { id: input.id, OR: [{ receiptUrl: null }, { receiptUrl: { not: input.receiptUrl } }] };
  const { count } =
    input.kind === "deal"
      ? await scope.db.deal.updateMany({ where: { ...where, commissionPaid: true }, data })
      : await scope.db.commissionPayment.updateMany({ where: { ...where, status: "paid" }, data });
  if (count === 0) {
    const found = await read(scope, input);
    if (!found) throw new DomainError("not_found");
    if (found.receiptUrl === input.receiptUrl) return;
    throw new DomainError("receipt_needs_payment");
  }
  await recordAudit(scope, {
    action: "receipt.set",
    entity: input.kind === "deal" ? "deal" : "commission_payment",
    entityId: input.id,
    data,
  });
}

async function read(scope: Scope, { kind, id }: { kind: CommissionKind; id: string }) {
  const find = { where: { id }, select: { receiptUrl: true } };
  return kind === "deal" ? scope.db.deal.findFirst(find) : scope.db.commissionPayment.findFirst(find);
}
