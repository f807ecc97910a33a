import { MAX_AFFILIATES, type AffiliateBatch, type SkippedAffiliate } from "../affiliates/affiliate-batch";
import { lockAffiliates, readChosenAffiliates, unknownAffiliates } from "../affiliates/choose-affiliates.server";
import { recordBatch, type AuditEvent } from "../audit/record-audit.server";
import { notifyAffiliates } from "../notifications/notify-affiliate.server";
import { dateFromDay, dayFromDate } from "../shared/dates";
import { fingerprint } from "../shared/edit-conflict.server";
import { DomainError } from "../shared/errors";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { timeOrderedId } from "../shared/time-ordered-id.server";
import { afterUndo } from "../shared/undo";
import { fateOf, type TermsHolder } from "./plan-terms";
import { startDateProblem, type TermRules } from "./term";
import { auditedRules, rulesOf, termRow } from "./term-row.server";

/** What new terms change for several affiliates, before it is confirmed. */
export interface TermsPreview {
  /** Those whose terms change, with the ones in force; null without terms. By name. */
  changes: { id: string; name: string; before: (TermRules & { id: string }) | null }[];
  /** Names of those who have the same terms already. */
  same: string[];
  skipped: SkippedAffiliate[];
  /** Stands for the versions in force; a confirmation with another value is rejected. */
  version: string;
}

/**
 * Returns who would change from which terms (WORK-05). Nothing is written.
 * Throws `forbidden`.
 */
export async function previewTerms(scope: Scope, ids: readonly string[], rules: TermRules): Promise<TermsPreview> {
  requireStaff(scope);
  const holders = await withActive(scope, await readChosenAffiliates(scope, ids));
  const fates = holders.map((holder) => ({ holder, fate: fateOf(holder, rules) }));
  return {
    changes: fates.flatMap(({ holder: { id, name, active }, fate }) =>
      fate === "changes" ? [{ id, name, before: active }] : [],
    ),
    same: fates.flatMap(({ holder, fate }) => (fate === "same" ? [holder.name] : [])),
    skipped: fates.flatMap(({ holder: { name }, fate }) =>
      fate === "changes" || fate === "same" ? [] : [{ name, code: fate }],
    ),
    version: versionOf(holders),
  };
}

/**
 * Gives several affiliates new terms (WORK-05): one version each, and the earlier ones stay as history. Deals that are
 * won already keep their commission. Each affiliate is notified once the action can no longer be undone (`undoTerms`).
 * Throws `changed_meanwhile` (terms were changed since the preview), `start_date_past`, `start_date_far`,
 * `too_many_affiliates`, `forbidden`.
 */
export async function setTermsOfSeveral(
  scope: Scope,
  { ids: given, rules, version }: { ids: readonly string[]; rules: TermRules; version: string | undefined },
): Promise<AffiliateBatch> {
  requireStaff(scope);
  const ids = [...new Set(given)];
  if (ids.length > MAX_AFFILIATES) throw new DomainError("too_many_affiliates", { max: MAX_AFFILIATES });
  const wrong = startDateProblem(rules.startDate, await scope.today());
  if (wrong) throw new DomainError(wrong, {}, "start_date");
  const found = await withActive(scope, await lockAffiliates(scope, ids));
  if (version !== undefined && version !== versionOf(found)) throw new DomainError("changed_meanwhile");
  const fates = found.map((holder) => ({ holder, fate: fateOf(holder, rules) }));
  const changed = fates.flatMap(({ holder, fate }) => (fate === "changes" ? [holder] : []));
  const result = {
    done: changed.length,
    unchanged: fates.filter(({ fate }) => fate === "same").length,
    skipped: [
      ...fates.flatMap(({ holder: { name }, fate }) =>
        fate === "changes" || fate === "same" ? [] : [{ name, code: fate }],
      ),
      ...unknownAffiliates(ids, found),
    ],
  };
  if (changed.length === 0) return { ...result, batchId: null };
  const steps = await addVersions(scope, changed, rules);
  const batchId = await recordBatch(scope, { action: "affiliates.terms", data: auditedRules(rules), steps });
  await scope.inSavepoint("notifying affiliates of changed terms", () =>
    notifyAffiliates(
      scope,
      changed.map(({ id, active }) => ({
        affiliateId: id,
        type: "terms_changed" as const,
        before: active,
        after: { ...rules, affiliateId: id },
      })),
      { batchId, mailAt: afterUndo(scope.now) },
    ),
  );
  return { ...result, batchId };
}

/** Makes the rules the active version of each affiliate, and returns the steps for the audit log. */
async function addVersions(scope: Scope, holders: readonly TermsHolder[], rules: TermRules): Promise<AuditEvent[]> {
  const ids = holders.map(({ id }) => id);
  await scope.db.affiliateTerm.updateMany({
    where: { affiliateId: { in: ids }, status: "active" },
    data: { status: "inactive" },
  });
  const latest = await scope.db.affiliateTerm.groupBy({
    by: ["affiliateId"],
    where: { affiliateId: { in: ids } },
    _max: { version: true },
  });
  const versions = new Map(latest.map(({ affiliateId, _max }) => [affiliateId, _max.version ?? 0]));
  const made = holders.map(({ id: affiliateId, active }) => ({
    affiliateId,
    id: timeOrderedId(),
    version: (versions.get(affiliateId) ?? 0) + 1,
    replaces: active?.id ?? null,
  }));
  const row = { ...termRow(scope, rules), startDate: dateFromDay(rules.startDate) };
  await scope.db.affiliateTerm.createMany({
    data: made.map(({ affiliateId, id, version }) => ({ affiliateId, id, version, ...row })),
  });
  return made.map(({ affiliateId, id, version, replaces }) => ({
    action: "terms.save",
    entity: "affiliate",
    entityId: affiliateId,
    data: { version, ...auditedRules(rules), term_id: id, replaces },
  }));
}

/** Adds the terms in force to affiliates. */
async function withActive(
  scope: Scope,
  affiliates: readonly { id: string; name: string; email: string }[],
): Promise<TermsHolder[]> {
  const terms = await scope.db.affiliateTerm.findMany({
    where: { affiliateId: { in: affiliates.map(({ id }) => id) }, status: "active" },
  });
  const active = new Map(
    terms.map((term) => [term.affiliateId, { id: term.id, ...rulesOf(term), startDate: dayFromDate(term.startDate) }]),
  );
  return affiliates.map(({ id, name, email }) => ({ id, name, email, active: active.get(id) ?? null }));
}

/** Returns a value that changes with the affiliates and their terms in force. */
const versionOf = (holders: readonly TermsHolder[]): string =>
  fingerprint(Object.fromEntries(holders.map(({ id, active }) => [id, active?.id ?? null]).toSorted()));
