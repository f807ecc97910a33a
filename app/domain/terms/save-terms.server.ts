import { lockAffiliate } from "../affiliates/lock-affiliate.server";
import { recordAudit } from "../audit/record-audit.server";
import { dateFromDay } from "../shared/dates";
import { DomainError } from "../shared/errors";
import { toDatabase } from "../shared/money";
import { actingUser, requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { startDateProblem, type NewTerms } from "./term.schema";
import { tiersToDatabase } from "./tiers";

/**
 * Makes new terms an affiliate's only active ones; the earlier stay as history (AFF-08). Saves that run at once take
 * turns on the affiliate's row, and a partial unique index forbids a second active one in any case. Returns the id.
 * Throws `not_found`, `start_date_past`, `start_date_far`, `forbidden`.
 */
export async function saveTerms(scope: Scope, input: NewTerms): Promise<string> {
  requireStaff(scope);
  const wrong = startDateProblem(input.startDate, await scope.today());
  if (wrong) throw new DomainError(wrong, {}, "start_date");
  const { affiliateId } = input;
  await lockAffiliate(scope, affiliateId);
  await scope.db.affiliateTerm.updateMany({
    where: { affiliateId, status: "active" },
    data: { status: "inactive" },
  });
  const { _max } = await scope.db.affiliateTerm.aggregate({
    where: { affiliateId },
    _max: { version: true },
  });
  const tiers = input.tiers && tiersToDatabase(input.tiers);
  const version = (_max.version ?? 0) + 1;
  const { id } = await scope.db.affiliateTerm.create({
    data: {
      affiliateId,
      version,
      cadence: input.cadence,
      revShareBp: input.revShareBp,
      fixedAmount: input.fixedAmount === null ? null : toDatabase(input.fixedAmount),
      ...(tiers && { tiers }),
      currency: input.currency,
      startDate: dateFromDay(input.startDate),
      status: "active",
      createdBy: actingUser(scope),
      createdAt: scope.now,
    },
    select: { id: true },
  });
  await recordAudit(scope, {
    action: "terms.save",
    entity: "affiliate",
    entityId: affiliateId,
    data: {
      version,
      rev_share_bp: input.revShareBp,
      fixed_amount: input.fixedAmount,
      tiers: tiers && tiers.map((tier) => `${tier.from}:${tier.rate_bp}`).join(" "),
      currency: input.currency,
    },
  });
  return id;
}
