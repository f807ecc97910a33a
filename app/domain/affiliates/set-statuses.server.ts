import { recordBatch, type AuditEvent } from "../audit/record-audit.server";
import { isErased } from "../shared/erased";
import { DomainError } from "../shared/errors";
import { grouped } from "../shared/grouped";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { AffiliateStatus } from "./affiliate";
import { MAX_AFFILIATES, type AffiliateBatch, type BatchStatus, type SkipReason } from "./affiliate-batch";
import { lockAffiliates, unknownAffiliates, type LockedAffiliate } from "./choose-affiliates.server";

export interface SetStatusesInput {
  ids: readonly string[];
  to: BatchStatus;
}

/**
 * Sets affiliates active or inactive (WORK-04). Each affiliate has its own result. An affiliate who has never signed in
 * becomes invited instead of active, because the first sign-in makes them active. `undoStatuses` takes it back.
 * Throws `too_many_affiliates`, `forbidden`.
 */
export async function setStatuses(scope: Scope, { ids: given, to }: SetStatusesInput): Promise<AffiliateBatch> {
  requireStaff(scope);
  const ids = [...new Set(given)];
  if (ids.length > MAX_AFFILIATES) throw new DomainError("too_many_affiliates", { max: MAX_AFFILIATES });
  const found = await lockAffiliates(scope, ids);
  const there = found.filter(({ status }) => status === to);
  const others = found.filter(({ status }) => status !== to);
  const changed = others.filter((one) => reasonToSkip(one, to) === null);
  const result = {
    done: changed.length,
    unchanged: there.length,
    skipped: [
      ...others.flatMap((one) => {
        const code = reasonToSkip(one, to);
        return code ? [{ name: one.name, code }] : [];
      }),
      ...unknownAffiliates(ids, found),
    ],
  };
  if (changed.length === 0) return { ...result, batchId: null };

  const statusOf = ({ signedInAt }: LockedAffiliate): AffiliateStatus =>
    to === "active" && signedInAt === null ? "invited" : to;
  for (const [status, own] of grouped(changed, statusOf)) {
    await scope.db.affiliate.updateMany({ where: { id: { in: own.map(({ id }) => id) } }, data: { status } });
  }
  const steps = changed.map((one): AuditEvent => ({
    action: "affiliate.edit",
    entity: "affiliate",
    entityId: one.id,
    data: { fields: "", status: statusOf(one), status_before: one.status },
  }));
  const action = to === "active" ? "affiliates.activate" : "affiliates.deactivate";
  const batchId = await recordBatch(scope, { action, steps });
  return { ...result, batchId };
}

function reasonToSkip({ status, email }: LockedAffiliate, to: BatchStatus): SkipReason | null {
  if (to === "inactive") return null;
  if (isErased(email)) return "erased";
  return status === "invited" ? "not_signed_in" : null;
}
