import { recordAudit } from "../audit/record-audit.server";
import { recordId } from "../shared/fields";
import { DomainError } from "../shared/errors";
import { requireStaff } from "../shared/permissions";
import type { AuditAction } from "../shared/proofs";
import type { Scope } from "../shared/scope";

/** The affiliate whose portal staff view, and the user who signs in as them. */
export interface ViewedAffiliate {
  affiliateId: string;
  userId: string;
  name: string;
  email: string;
}

/**
 * Reads the affiliate for viewing the portal as them; null if not found. `wanted` may be any value.
 * Throws `forbidden`.
 */
export async function viewedAffiliate(scope: Scope, wanted: unknown): Promise<ViewedAffiliate | null> {
  requireStaff(scope);
  const { data: id } = recordId.safeParse(wanted);
  const affiliate = id
    ? await scope.db.affiliate.findFirst({
        where: { id },
        select: { name: true, email: true, membership: { select: { userId: true } } },
      })
    : null;
  if (!id || !affiliate) return null;
  const { name, email, membership } = affiliate;
  return { affiliateId: id, userId: membership.userId, name, email };
}

/**
 * Records that a member starts to view the portal as an affiliate.
 * Throws `not_found`, `forbidden`.
 */
export async function beginView(scope: Scope, wanted: unknown): Promise<ViewedAffiliate> {
  const viewed = await viewedAffiliate(scope, wanted);
  if (!viewed) throw new DomainError("not_found");
  await note(scope, "affiliate.view", viewed);
  return viewed;
}

/**
 * Records that the member stops viewing. Returns false if the affiliate was deleted.
 * Throws `forbidden`.
 */
export async function endView(scope: Scope, wanted: unknown): Promise<boolean> {
  const viewed = await viewedAffiliate(scope, wanted);
  if (viewed) await note(scope, "affiliate.view_end", viewed);
  return viewed !== null;
}

const note = (scope: Scope, action: AuditAction, { affiliateId, userId }: ViewedAffiliate) =>
  recordAudit(scope, { action, entity: "affiliate", entityId: affiliateId, data: { user_id: userId } });
