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
  /** The first deal won from it; null without one. */
  dealId: string | null;
}

/** Only winning a deal converts a lead. */
const withoutDeals = { status: { not: "converted" } } satisfies Prisma.LeadWhereInput;

const firstDeal = {
  deals: { select: { id: true }, orderBy: { id: "asc" }, take: 1 },
} satisfies Prisma.LeadInclude;

/**
 * Returns the acting affiliate's latest leads in any status.
 * Throws `forbidden` for other actors.
 */
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
 * Returns a page of the acting affiliate's leads without a deal, newest first. `period` limits the day of submission.
 * Throws `forbidden` for other actors.
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

/**
 * Counts the acting affiliate's leads without a deal, optionally those submitted in a period.
 * Throws `forbidden` for other actors.
 */
export async function countOwnLeads(scope: Scope, period: Period | null = null): Promise<number> {
  const affiliateId = actingAffiliate(scope);
  if (period) {
    // A won lead has a deal.
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
