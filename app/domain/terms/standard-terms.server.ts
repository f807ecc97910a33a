import { recordAudit } from "../audit/record-audit.server";
import { fingerprint, rejectConflicts } from "../shared/edit-conflict.server";
import { differing } from "../shared/field-list";
import { lockOrganization } from "../shared/lock-organization.server";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { termValues, type StandardRules } from "./term";
import { auditedRules, rulesOf, termRow } from "./term-row.server";

/** The version of the standard terms that new affiliates get. */
export interface StandardTerms extends StandardRules {
  id: string;
  version: number;
  /** ISO time. */
  createdAt: string;
}

/**
 * Returns the terms that new affiliates get; null if the organization has set none (WORK-05).
 * Throws `forbidden`.
 */
export async function readStandardTerms(scope: Scope): Promise<StandardTerms | null> {
  requireStaff(scope);
  const row = await scope.db.standardTerm.findFirst({ where: { status: "active" } });
  return row && { id: row.id, version: row.version, createdAt: row.createdAt.toISOString(), ...rulesOf(row) };
}

/** Returns the values of the standard terms for comparison; null values for none. */
function standardValues(rules: StandardRules | null) {
  const { start_date: _start, ...values } = termValues(rules && { ...rules, startDate: "" as never });
  return values;
}

/** Returns the `version` of a form that is filled with these standard terms; null for none. */
export const standardVersion = (rules: StandardRules | null): string => fingerprint(standardValues(rules));

/**
 * Makes new standard terms the ones that later affiliates get, and returns their id; null removes the standard. Earlier
 * versions are kept, and affiliates who were added before keep their terms. Submitting the same form twice returns the
 * same id.
 * Throws `changed_meanwhile` (see {@link standardVersion}), `forbidden`.
 */
export async function saveStandardTerms(
  scope: Scope,
  { rules, version: formVersion }: { rules: StandardRules | null; version?: string | undefined },
): Promise<string | null> {
  requireStaff(scope);
  await lockOrganization(scope);
  const active = await readStandardTerms(scope);
  const [stored, wanted] = [standardValues(active), standardValues(rules)];
  rejectConflicts(formVersion, stored, wanted);
  if (differing(stored, wanted).length === 0) return active?.id ?? null;
  await scope.db.standardTerm.updateMany({ where: { status: "active" }, data: { status: "inactive" } });
  const { _max } = await scope.db.standardTerm.aggregate({ _max: { version: true } });
  const version = (_max.version ?? 0) + 1;
  const made =
    rules &&
    (await scope.db.standardTerm.create({ data: { version, ...termRow(scope, rules) }, select: { id: true } }));
  await recordAudit(scope, {
    action: "standard_terms.save",
    entity: "organization",
    entityId: scope.orgId,
    data: rules ? { version, ...auditedRules(rules) } : { removed: true },
  });
  return made?.id ?? null;
}
