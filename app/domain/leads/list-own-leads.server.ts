import type { Prisma } from "#prisma";
import { readAggregates, totalOf } from "../shared/aggregates.server";
import { sumsOfPeriod } from "../shared/sums-of-period.server";
import { todayIn, type Day } from "../shared/dates";
import { afterCursor, inOrder, readCursor, momentKey, type Page } from "../shared/page";
import type { Period } from "../shared/period";
import { actingAffiliate } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { LeadStatus } from "./lead";
import { inPeriod } from "./lead-filter";

/** A lead as the affiliate who submitted it sees it. */
export interface OwnLead {
  id: string;
  company: string;
  contact: string;
  email: string;
  phone: string | null;
  status: LeadStatus;
  submittedOn: Day;
  /** Won from it, the first; null before. */
  dealId: string | null;
}

/** Winning a deal is what converts a lead. */
const withoutDeals = { status: { not: "converted" } } satisfies Prisma.LeadWhereInput;

const firstDeal = {
  deals: { select: { id: true }, orderBy: { id: "asc" }, take: 1 },
} satisfies Prisma.LeadInclude;

/** The affiliate's latest leads, whatever became of them. Throws `forbidden` for others. */
export async function latestOwnLeads(scope: Scope, count: number): Promise<OwnLead[]> {
  const rows = await scope.db.lead.findMany({
    where: { affiliateId: actingAffiliate(scope) },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: count,
    include: firstDeal,
  });
  return ownLeads(scope, rows);
}

/**
 * A page of the affiliate's leads that have no deal, newest first; of a period those submitted in it. Throws
 * `forbidden` for others.
 */
export async function listOwnLeads(
  scope: Scope,
  cursor: string | null,
  period: Period | null = null,
): Promise<Page<OwnLead>> {
  const pageCursor = readCursor({ cursor }, "desc", momentKey.valid);
  const read = await scope.db.lead.findMany({
    where: {
      AND: [afterCursor(pageCursor, "createdAt", momentKey.value), inPeriod(period, false)],
      affiliateId: actingAffiliate(scope),
      ...withoutDeals,
    },
    orderBy: inOrder(pageCursor, "createdAt"),
    take: pageCursor.take,
  });
  const { rows, ...page } = pageCursor.page(read, (lead) => momentKey.of(lead.createdAt));
  return { ...page, rows: await ownLeads(scope, rows) };
}

/** How many leads without a deal the affiliate has, or submitted in a period. Throws `forbidden` for others. */
export async function countOwnLeads(scope: Scope, period: Period | null = null): Promise<number> {
  const affiliateId = actingAffiliate(scope);
  if (period) {
    // A lead that is won is one with a deal.
    const sums = await sumsOfPeriod(scope, "lead", period, affiliateId);
    return totalOf(sums.filter(({ state }) => state !== "won")).count;
  }
  const aggregates = await readAggregates(scope, ["lead"], affiliateId);
  return totalOf(aggregates.filter(({ state }) => state !== "converted")).count;
}

type Row = Prisma.LeadGetPayload<object> & { deals?: { id: string }[] };

async function ownLeads(scope: Scope, rows: Row[]): Promise<OwnLead[]> {
  const { timeZone } = await scope.organization();
  return rows.map((lead) => ({
    id: lead.id,
    company: lead.companyName,
    contact: lead.contactPerson,
    email: lead.email,
    phone: lead.phone,
    status: lead.status as LeadStatus,
    submittedOn: todayIn(timeZone, lead.createdAt),
    dealId: lead.deals?.[0]?.id ?? null,
  }));
}
