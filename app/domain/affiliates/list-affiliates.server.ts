import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { havingWords } from "../shared/search";
import type { AffiliateStatus } from "./affiliate.schema";

/** How many are listed at most. */
export const PAGE = 100;

export interface AffiliateRow {
  id: string;
  name: string;
  email: string;
  status: AffiliateStatus;
  createdAt: string;
  /** Whether contract terms are in force. */
  hasTerms: boolean;
}

/** The organisation's affiliates, newest first, searched by name or e-mail without regard to case (AFF-01). */
export async function listAffiliates(
  scope: Scope,
  filter: { search?: string; status?: AffiliateStatus },
): Promise<AffiliateRow[]> {
  requireStaff(scope);
  const affiliates = await scope.db.affiliate.findMany({
    where: {
      ...(filter.status && { status: filter.status }),
      ...havingWords(filter.search ?? ""),
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: PAGE,
    include: { terms: { where: { status: "active" }, select: { id: true } } },
  });
  return affiliates.map((affiliate) => ({
    id: affiliate.id,
    name: affiliate.name,
    email: affiliate.email,
    status: affiliate.status as AffiliateStatus,
    createdAt: affiliate.createdAt.toISOString(),
    hasTerms: affiliate.terms.length > 0,
  }));
}
