import { lockAffiliate } from "../affiliates/lock-affiliate.server";
import { recordAudit } from "../audit/record-audit.server";
import { notifyAffiliate } from "../notifications/notify-affiliate.server";
import { fingerprint, rejectConflicts } from "../shared/edit-conflict.server";
import { dateFromDay } from "../shared/dates";
import { DomainError } from "../shared/errors";
import { differing } from "../shared/field-list";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { listTerms } from "./list-terms.server";
import { startDateProblem, termValues, type NewTerms, type TermRules } from "./term";
import { auditedRules, termRow } from "./term-row.server";

/** Returns the `version` of a form that is filled with these terms; null for none. */
export const termsVersion = (terms: TermRules | null): string => fingerprint(termValues(terms));

/**
 * Makes new terms an affiliate's only active version and returns its id; earlier versions stay as history (AFF-08).
 * Submitting the same form twice returns the same id. Concurrent saves run one after the other at the affiliate's row,
 * and a partial unique index prevents a second active version. The affiliate is notified of the changes and their
 * start.
 * Throws `not_found`, `changed_meanwhile` (see {@link termsVersion}), `start_date_past`, `start_date_far`, `forbidden`.
 */
export async function saveTerms(scope: Scope, input: NewTerms): Promise<string> {
  requireStaff(scope);
  const wrong = startDateProblem(input.startDate, await scope.today());
  if (wrong) throw new DomainError(wrong, {}, "start_date");
  const { affiliateId } = input;
  await lockAffiliate(scope, affiliateId);
  const active = (await listTerms(scope, affiliateId)).find((term) => term.active) ?? null;
  const [stored, wanted] = [termValues(active), termValues(input)];
  rejectConflicts(input.version, stored, wanted);
  const sentBefore = input.version !== undefined && input.version !== fingerprint(stored);
  if (active && sentBefore && differing(stored, wanted).length === 0) return active.id;
  await scope.db.affiliateTerm.updateMany({
    where: { affiliateId, status: "active" },
    data: { status: "inactive" },
  });
  const { _max } = await scope.db.affiliateTerm.aggregate({
    where: { affiliateId },
    _max: { version: true },
  });
  const version = (_max.version ?? 0) + 1;
  const { id } = await scope.db.affiliateTerm.create({
    data: { affiliateId, version, ...termRow(scope, input), startDate: dateFromDay(input.startDate) },
    select: { id: true },
  });
  await recordAudit(scope, {
    action: "terms.save",
    entity: "affiliate",
    entityId: affiliateId,
    data: { version, ...auditedRules(input) },
  });
  if (differing(stored, wanted).length > 0) await notifyAffiliateOf(scope, input, active);
  return id;
}

async function notifyAffiliateOf(scope: Scope, after: NewTerms, before: TermRules | null): Promise<void> {
  const { affiliateId } = after;
  await scope.inSavepoint("notifying the affiliate of changed terms", () =>
    notifyAffiliate(scope, { affiliateId, type: "terms_changed", before, after }),
  );
}
