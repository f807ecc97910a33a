import type { OwnField } from "../fields/own-field";
import { isSameOwn, type OwnValue, type OwnValues } from "../fields/own-value";
import { readOwnValues } from "../fields/own-values.server";
import { readOwnFields } from "../fields/read-own-fields.server";
import { todayIn, type Day } from "../shared/dates";
import { fingerprint } from "../shared/edit-conflict.server";
import { isErased } from "../shared/erased";
import { DomainError, type ErrorCode } from "../shared/errors";
import { pick } from "../shared/field-list";
import type { Side } from "../shared/merge-sides";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { Lead } from "#prisma";
import { contactFields, leadValues } from "./lead.schema";
import { countHoldings, type LeadHoldings } from "./count-holdings.server";
import { creditOf, differingFields, mergedStatus, type Credit, type FieldChoice, type MergedSide } from "./lead-merge";
import type { LeadStatus } from "./lead";

/** A lead as the merge compares it. */
export interface LeadToMerge extends MergedSide {
  id: string;
  row: Lead;
  affiliate: string | null;
  /** Values of the organization's own fields, also of deleted ones. */
  own: OwnValues;
}

/**
 * Reads two leads, the older one first. The caller has locked them, or shows them only.
 * Throws `not_found`, `merge_same`.
 */
export async function readBoth(scope: Scope, one: string, two: string): Promise<[LeadToMerge, LeadToMerge]> {
  if (one === two) throw new DomainError("merge_same");
  const rows = await scope.db.lead.findMany({
    where: { id: { in: [one, two] } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    include: {
      affiliate: { select: { name: true } },
      deals: { select: { affiliateId: true }, orderBy: { id: "asc" } },
    },
  });
  const own = await readOwnValues(scope, "lead", [one, two]);
  const [kept, other] = rows.map(({ deals, affiliate, ...row }): LeadToMerge => ({
    id: row.id,
    row,
    affiliateId: row.affiliateId,
    createdBy: row.createdBy,
    contact: pick(contactFields, row),
    status: row.status as LeadStatus,
    affiliate: affiliate?.name ?? null,
    own: own.get(row.id) ?? {},
    dealsOf: deals.map((deal) => deal.affiliateId),
  }));
  if (!kept || !other) throw new DomainError("not_found");
  return [kept, other];
}

/** Returns why two leads cannot be merged; null if they can. */
export function refusalOf(
  kept: LeadToMerge,
  other: LeadToMerge,
): Extract<ErrorCode, "lead_erased" | "merge_deals_differ"> | null {
  if ([kept, other].some(({ contact }) => isErased(contact.email))) return "lead_erased";
  return creditOf(kept, other).rule === "differ" ? "merge_deals_differ" : null;
}

/** Returns the `version` of the form that shows these two leads. */
export const mergeVersion = (kept: LeadToMerge, other: LeadToMerge): string =>
  fingerprint(
    Object.fromEntries(
      Object.entries({ kept, other }).flatMap(([side, { contact, affiliateId, status, dealsOf, own }]) =>
        Object.entries({
          ...leadValues(contact, affiliateId),
          status,
          deals: dealsOf.length,
          own: JSON.stringify(own),
        }).map(([name, value]) => [`${side}.${name}`, value] as const),
      ),
    ),
  );

/** A lead in the preview. */
export interface PreviewedLead {
  id: string;
  company: string;
  status: LeadStatus;
  affiliateId: string | null;
  affiliate: string | null;
  createdOn: Day;
}

/** An own field whose values differ. An empty value gives way to the other unless it is chosen. */
export interface OwnChoice {
  field: OwnField;
  kept: OwnValue | null;
  other: OwnValue | null;
  taken: Side;
}

/** What merging two leads would do. */
export interface MergePreview {
  kept: PreviewedLead;
  other: PreviewedLead;
  refused: ReturnType<typeof refusalOf>;
  fields: FieldChoice[];
  status: LeadStatus;
  credit: Credit;
  /** Own fields with different values. */
  own: OwnChoice[];
  /** What moves to the lead that stays. */
  moves: LeadHoldings;
  version: string;
}

/**
 * Returns what merging two leads would do. The older one stays, whichever is named first.
 * Throws `not_found`, `merge_same`, `forbidden`.
 */
export async function previewMerge(scope: Scope, one: string, two: string): Promise<MergePreview> {
  requireStaff(scope);
  const [kept, other] = await readBoth(scope, one, two);
  const { timeZone } = await scope.organization();
  return {
    kept: previewed(kept, timeZone),
    other: previewed(other, timeZone),
    refused: refusalOf(kept, other),
    fields: differingFields(kept, other),
    status: mergedStatus(kept.status, other.status),
    credit: creditOf(kept, other),
    own: differingOwn(await readOwnFields(scope, "lead"), kept.own, other.own),
    moves: await countHoldings(scope, other.id),
    version: mergeVersion(kept, other),
  };
}

/** Returns the own fields whose values differ. */
export const differingOwn = (fields: readonly OwnField[], kept: OwnValues, other: OwnValues): OwnChoice[] =>
  fields.flatMap((field): OwnChoice[] => {
    const [one, two] = [kept[field.key] ?? null, other[field.key] ?? null];
    return isSameOwn(one, two) ? [] : [{ field, kept: one, other: two, taken: one === null ? "other" : "kept" }];
  });

const previewed = (
  { id, contact, status, affiliateId, affiliate, row }: LeadToMerge,
  timeZone: string,
): PreviewedLead => ({
  id,
  status,
  affiliateId,
  affiliate,
  company: contact.companyName,
  createdOn: todayIn(timeZone, row.createdAt),
});
