import type { Prisma } from "#prisma";
import { readTallies, totalOf } from "../reports/tallies.server";
import { todayIn, type Day } from "../shared/dates";
import { beyondPlace, inOrder, keyset, momentKey, type Page } from "../shared/page";
import { actingAffiliate } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { LeadStatus } from "./lead";

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

/** A page of the affiliate's leads that have no deal, newest first. Throws `forbidden` for others. */
export async function listOwnLeads(scope: Scope, cursor: string | null): Promise<Page<OwnLead>> {
  const place = keyset({ cursor }, "desc", momentKey.valid);
  const read = await scope.db.lead.findMany({
    where: {
      ...beyondPlace(place, "createdAt", momentKey.value),
      affiliateId: actingAffiliate(scope),
      ...withoutDeals,
    },
    orderBy: inOrder(place, "createdAt"),
    take: place.take,
  });
  const { rows, ...page } = place.page(read, (lead) => momentKey.of(lead.createdAt));
  return { ...page, rows: await ownLeads(scope, rows) };
}

/** How many leads without a deal the affiliate has. Throws `forbidden` for others. */
export async function countOwnLeads(scope: Scope): Promise<number> {
  const tallies = await readTallies(scope, ["lead"], actingAffiliate(scope));
  return totalOf(tallies.filter(({ state }) => state !== "converted")).count;
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
