import { todayIn, type Day } from "../shared/dates";
import { isErased } from "../shared/erased";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { containsAllWords, searchWords } from "../shared/search";
import type { AffiliateStatus } from "./affiliate";
import { companyDomain } from "./affiliate-merge";

/** An affiliate with whom another may be merged. */
export interface MergeableAffiliate {
  id: string;
  name: string;
  email: string;
  status: AffiliateStatus;
  createdOn: Day;
  /** Whether they have the same name, and whether their address is of the same company. */
  sameName: boolean;
  sameDomain: boolean;
}

/** Limit for the affiliates that are offered. */
const MAX_OFFERED = 8;

/**
 * Finds affiliates with whom an affiliate may be merged: those that contain every word of a text, or without words
 * those with the same name or the domain of the same company. Those with the same name come first.
 * Throws `forbidden`.
 */
export async function findMergeableAffiliates(
  scope: Scope,
  affiliate: { id: string; email: string },
  text: string,
): Promise<MergeableAffiliate[]> {
  requireStaff(scope);
  const self = await scope.db.affiliate.findFirst({ where: { id: affiliate.id }, select: { nameKey: true } });
  const domain = companyDomain(affiliate.email);
  const alike = [
    { nameKey: self?.nameKey ?? "" },
    ...(domain === null ? [] : [{ email: { endsWith: `@${domain.replace(/[\\%_]/g, "\\$&")}` } }]),
  ];
  const found = await scope.db.affiliate.findMany({
    where: {
      id: { not: affiliate.id },
      ...(searchWords(text).length > 0 ? containsAllWords(text) : { OR: alike }),
    },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    // Those with the same name are few, but a company may have many.
    take: 100,
    select: { id: true, name: true, email: true, status: true, createdAt: true, nameKey: true },
  });
  const { timeZone } = await scope.organization();
  return found
    .filter(({ email }) => !isErased(email))
    .map(({ createdAt, nameKey, status, ...one }) => ({
      ...one,
      status: status as AffiliateStatus,
      createdOn: todayIn(timeZone, createdAt),
      sameName: nameKey === self?.nameKey,
      sameDomain: domain !== null && companyDomain(one.email) === domain,
    }))
    .toSorted((one, two) => Number(two.sameName) - Number(one.sameName))
    .slice(0, MAX_OFFERED);
}

/** Returns another affiliate with the same name, the oldest first; null if there is none. Throws `forbidden`. */
export async function namesakeOf(
  scope: Scope,
  id: string,
): Promise<{ id: string; name: string; email: string } | null> {
  requireStaff(scope);
  const self = await scope.db.affiliate.findFirst({ where: { id }, select: { nameKey: true } });
  if (!self) return null;
  const others = await scope.db.affiliate.findMany({
    where: { nameKey: self.nameKey, id: { not: id } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take: 5,
    select: { id: true, name: true, email: true },
  });
  return others.find(({ email }) => !isErased(email)) ?? null;
}

/** An affiliate who was merged into another. */
export interface FormerAffiliate {
  name: string | null;
  email: string | null;
  /** ISO time. */
  mergedAt: string;
}

/** Returns the affiliates who were merged into one, latest first, with the values that did not stay. */
export async function formerOf(scope: Scope, affiliateId: string): Promise<FormerAffiliate[]> {
  requireStaff(scope);
  const rows = await scope.db.mergedAffiliate.findMany({
    where: { affiliateId },
    orderBy: [{ mergedAt: "desc" }, { id: "desc" }],
    take: 10,
  });
  return rows.map(({ content, mergedAt }) => {
    const { name = null, email = null } = content as { name?: string; email?: string };
    return { name, email, mergedAt: mergedAt.toISOString() };
  });
}
