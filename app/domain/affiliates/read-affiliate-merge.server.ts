import type { Affiliate } from "#prisma";
import { readAggregates, totalOf } from "../shared/aggregates.server";
import { todayIn, type Day } from "../shared/dates";
import { fingerprint } from "../shared/edit-conflict.server";
import { isErased } from "../shared/erased";
import { DomainError, type ErrorCode } from "../shared/errors";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { AffiliateStatus } from "./affiliate";
import {
  differingValues,
  MAX_MOVED_RECORDS,
  type MergedValues,
  type Obstacle,
  obstacles,
  type ValueChoice,
} from "./affiliate-merge";

/** What refers to an affiliate. */
export interface AffiliateHoldings {
  leads: number;
  deals: number;
  /** Monthly commissions. */
  months: number;
  messages: number;
  files: number;
  terms: number;
}

/** An affiliate as the merge compares them. */
export interface AffiliateToMerge {
  id: string;
  row: Affiliate;
  userId: string;
  values: MergedValues;
  holdings: AffiliateHoldings;
  /** What forbids merging them. */
  has: Obstacle[];
}

/**
 * Reads two affiliates, the older one first. The caller has locked them, or shows them only.
 * Throws `not_found`, `merge_same_affiliate`.
 */
export async function readBothAffiliates(
  scope: Scope,
  one: string,
  two: string,
): Promise<[AffiliateToMerge, AffiliateToMerge]> {
  if (one === two) throw new DomainError("merge_same_affiliate");
  const rows = await scope.db.affiliate.findMany({
    where: { id: { in: [one, two] } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    include: { membership: { select: { userId: true } } },
  });
  const read: AffiliateToMerge[] = [];
  for (const { membership, ...row } of rows) {
    const { id } = row;
    const values = {
      name: row.name,
      email: row.email,
      language: row.language,
      creditor_number: row.creditorNumber === null ? null : String(row.creditorNumber),
      creditor_name: row.creditorName,
    };
    read.push({
      id,
      row,
      values,
      userId: membership.userId,
      holdings: await countHoldingsOf(scope, id),
      has: await obstaclesOf(scope, id),
    });
  }
  const [kept, other] = read;
  if (!kept || !other) throw new DomainError("not_found");
  return [kept, other];
}

/** Returns how much refers to an affiliate. Long lists are counted by the aggregates. */
async function countHoldingsOf(scope: Scope, id: string): Promise<AffiliateHoldings> {
  const aggregates = await readAggregates(scope, ["lead", "deal", "monthly"], id);
  const count = (kind: string) => totalOf(aggregates.filter((aggregate) => aggregate.kind === kind)).count;
  const where = { affiliateId: id };
  return {
    leads: count("lead"),
    deals: count("deal"),
    months: count("monthly"),
    messages: await scope.db.leadMessage.count({ where }),
    files: await scope.db.leadMessage.count({ where: { ...where, fileId: { not: null } } }),
    terms: await scope.db.affiliateTerm.count({ where }),
  };
}

/** The database refuses the same (`app.refuse_paid_merge`). */
async function obstaclesOf(scope: Scope, affiliateId: string): Promise<Obstacle[]> {
  const { db } = scope;
  const of = { where: { affiliateId }, select: { orgId: true } } as const;
  const payee = async () =>
    (await db.payeeProfile.findFirst(of)) ??
    (await db.payeeAccount.findFirst(of)) ??
    (await db.payeeTaxStatus.findFirst(of)) ??
    (await db.selfBillingAgreement.findFirst(of)) ??
    (await db.vatCheck.findFirst(of));
  const found: Record<Obstacle, object | null> = {
    documents: await db.document.findFirst(of),
    payouts: await db.payout.findFirst(of),
    payee: await payee(),
    settlements: await db.claimSettlement.findFirst(of),
  };
  return obstacles.filter((name) => found[name] !== null);
}

/** Returns how many rows change if an affiliate's records move. */
export const recordsOf = ({ holdings: { leads, deals, months, messages } }: AffiliateToMerge): number =>
  leads + deals + months + messages;

/** Returns why two affiliates cannot be merged; null if they can. */
export function refusalOfAffiliates(
  kept: AffiliateToMerge,
  other: AffiliateToMerge,
): Extract<ErrorCode, "affiliate_erased" | "merge_affiliate_paid" | "merge_affiliate_large"> | null {
  if ([kept, other].some(({ row }) => isErased(row.email))) return "affiliate_erased";
  if (kept.has.length + other.has.length > 0) return "merge_affiliate_paid";
  return recordsOf(other) > MAX_MOVED_RECORDS ? "merge_affiliate_large" : null;
}

/** Throws if two affiliates cannot be merged. */
export function rejectMerge(refused: ReturnType<typeof refusalOfAffiliates>): void {
  if (refused === "merge_affiliate_large") throw new DomainError(refused, { max: MAX_MOVED_RECORDS });
  if (refused) throw new DomainError(refused);
}

/** Returns the `version` of the form that shows these two affiliates. */
export const affiliateMergeVersion = (kept: AffiliateToMerge, other: AffiliateToMerge): string =>
  fingerprint(
    Object.fromEntries(
      Object.entries({ kept, other }).flatMap(([side, { values, row, userId, holdings }]) =>
        Object.entries({ ...values, ...holdings, status: row.status, userId }).map(
          ([name, value]) => [`${side}.${name}`, value] as const,
        ),
      ),
    ),
  );

/** An affiliate in the preview. */
export interface PreviewedAffiliate {
  id: string;
  name: string;
  email: string;
  status: AffiliateStatus;
  createdOn: Day;
  signedInAt: string | null;
  has: Obstacle[];
}

/** What merging two affiliates would do. */
export interface AffiliateMergePreview {
  kept: PreviewedAffiliate;
  other: PreviewedAffiliate;
  refused: ReturnType<typeof refusalOfAffiliates>;
  fields: ValueChoice[];
  /** What moves to the affiliate who stays. */
  moves: AffiliateHoldings;
  /** Whose terms are in force then; null if neither has any. */
  terms: "kept" | "other" | null;
  version: string;
}

/**
 * Returns what merging two affiliates would do. The older one stays, whichever is named first.
 * Throws `not_found`, `merge_same_affiliate`, `forbidden`.
 */
export async function previewAffiliateMerge(scope: Scope, one: string, two: string): Promise<AffiliateMergePreview> {
  requireStaff(scope);
  const [kept, other] = await readBothAffiliates(scope, one, two);
  const { timeZone } = await scope.organization();
  const active = await scope.db.affiliateTerm.findMany({
    where: { affiliateId: { in: [kept.id, other.id] }, status: "active" },
    select: { affiliateId: true },
  });
  const hasTerms = ({ id }: AffiliateToMerge) => active.some(({ affiliateId }) => affiliateId === id);
  const previewed = ({ id, row, has }: AffiliateToMerge): PreviewedAffiliate => ({
    id,
    has,
    name: row.name,
    email: row.email,
    status: row.status as AffiliateStatus,
    createdOn: todayIn(timeZone, row.createdAt),
    signedInAt: row.signedInAt?.toISOString() ?? null,
  });
  return {
    kept: previewed(kept),
    other: previewed(other),
    refused: refusalOfAffiliates(kept, other),
    fields: differingValues(kept.values, other.values),
    moves: other.holdings,
    terms: hasTerms(kept) ? "kept" : hasTerms(other) ? "other" : null,
    version: affiliateMergeVersion(kept, other),
  };
}
