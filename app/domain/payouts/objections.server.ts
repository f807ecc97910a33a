import { recordAudit } from "../audit/record-audit.server";
import { notifyAffiliate } from "../notifications/notify-affiliate.server";
import { DomainError } from "../shared/errors";
import { actingAffiliate, actingUser, requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { timeOrderedId } from "../shared/time-ordered-id.server";

/**
 * Objects to a credit note as its affiliate (PAY-10), at any time: it is then no invoice any more (§ 14 (2) sentence 6
 * UStG), and a payout that was not sent yet is held back. Staff are notified. Returns whether this call did it; a
 * second objection while one is open changes nothing. Throws `not_found`, `document_canceled`, `forbidden`.
 */
export async function raiseObjection(
  scope: Scope,
  { documentId, reason }: { documentId: string; reason: string },
): Promise<boolean> {
  const affiliateId = actingAffiliate(scope);
  const document = await scope.db.document.findFirst({
    where: { id: documentId, kind: "credit_note" },
    select: { number: true, cancellation: { select: { id: true } } },
  });
  if (!document) throw new DomainError("not_found");
  if (document.cancellation) throw new DomainError("document_canceled");
  const id = timeOrderedId(scope.now.getTime());
  // Of two concurrent clicks, the unique index lets one succeed.
  const count = await scope.db.$executeRaw`
    insert into objection (org_id, id, document_id, affiliate_id, reason, state, raised_at)
    values (${scope.orgId}::uuid, ${id}::uuid, ${documentId}::uuid, ${affiliateId}::uuid, ${reason}, 'open',
      ${scope.now}::timestamptz)
    on conflict (org_id, document_id) where state = 'open' do nothing`;
  if (count === 0) return false;
  await scope.enqueue("notice.staff", { type: "objection_raised", subject_id: id });
  await recordAudit(scope, {
    action: "objection.raise",
    entity: "document",
    entityId: documentId,
    data: { number: document.number },
  });
  return true;
}

/** Withdraws an objection as its affiliate. Returns whether this call did it. Throws `not_found`, `forbidden`. */
export async function withdrawObjection(scope: Scope, objectionId: string): Promise<boolean> {
  actingAffiliate(scope);
  return close(scope, objectionId, { state: "withdrawn", action: "objection.withdraw", answer: null });
}

/**
 * Replies to an objection and keeps the document (PAY-10). The affiliate is notified and may object again. Returns
 * whether this call did it. Throws `not_found`, `forbidden`.
 */
export async function keepDocument(
  scope: Scope,
  { objectionId, answer }: { objectionId: string; answer: string },
): Promise<boolean> {
  requireStaff(scope);
  const isKept = await close(scope, objectionId, { state: "kept", action: "objection.keep", answer });
  if (!isKept) return false;
  const { affiliateId, document } = await scope.db.objection.findFirstOrThrow({
    where: { id: objectionId },
    select: { affiliateId: true, document: { select: { number: true, payoutId: true } } },
  });
  await notifyAffiliate(scope, {
    type: "objection_answered",
    affiliateId,
    payoutId: document.payoutId,
    number: document.number,
    answer,
  });
  return true;
}

async function close(
  scope: Scope,
  id: string,
  closed: { state: "kept" | "withdrawn"; action: "objection.keep" | "objection.withdraw"; answer: string | null },
): Promise<boolean> {
  const { state, action, answer } = closed;
  const found = await scope.db.objection.findFirst({
    where: { id },
    select: { documentId: true, document: { select: { number: true } } },
  });
  if (!found) throw new DomainError("not_found");
  const { count } = await scope.db.objection.updateMany({
    where: { id, state: "open" },
    data: { state, answer, answeredBy: actingUser(scope), answeredAt: scope.now },
  });
  if (count === 0) return false;
  await recordAudit(scope, {
    action,
    entity: "document",
    entityId: found.documentId,
    data: { number: found.document.number },
  });
  return true;
}
