import type { Prisma } from "#prisma";
import { readOrganization } from "../organizations/read-organization.server";
import { todayIn, type Day } from "../shared/dates";
import { recordId } from "../shared/fields";
import { actingAffiliate } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { LeadStatus } from "./lead";

const PAGE = 50;

/** A lead as the affiliate who submitted it sees it. */
export interface OwnLead {
  id: string;
  company: string;
  contact: string;
  email: string;
  phone: string | null;
  status: LeadStatus;
  submittedOn: Day;
}

/** The affiliate's latest leads, whatever became of them. Throws `forbidden` for others. */
export async function latestOwnLeads(scope: Scope, count: number): Promise<OwnLead[]> {
  return readLeads(scope, { where: {}, take: count });
}

/**
 * The affiliate's leads that have no deal, newest first, a page at a time: `after` is the id of the last one seen,
 * `next` the one to go on from, or null at the end. Throws `forbidden` for others.
 */
export async function listOwnLeads(
  scope: Scope,
  after: string | null,
): Promise<{ leads: OwnLead[]; next: string | null }> {
  const cursor = recordId.safeParse(after).success ? after : null;
  const leads = await readLeads(scope, {
    where: withoutDeals,
    take: PAGE + 1,
    ...(cursor && { cursor: { orgId_id: { orgId: scope.orgId, id: cursor } }, skip: 1 }),
  });
  const page = leads.slice(0, PAGE);
  return { leads: page, next: leads.length > PAGE ? (page.at(-1)?.id ?? null) : null };
}

/** How many leads without a deal the affiliate has. Throws `forbidden` for others. */
export async function countOwnLeads(scope: Scope): Promise<number> {
  return scope.db.lead.count({ where: { affiliateId: actingAffiliate(scope), ...withoutDeals } });
}

const withoutDeals = { deals: { none: {} } } satisfies Prisma.LeadWhereInput;

async function readLeads(
  scope: Scope,
  {
    where,
    ...page
  }: { where: Prisma.LeadWhereInput } & Pick<Prisma.LeadFindManyArgs, "take" | "cursor" | "skip">,
): Promise<OwnLead[]> {
  const { timeZone } = await readOrganization(scope);
  const leads = await scope.db.lead.findMany({
    where: { affiliateId: actingAffiliate(scope), ...where },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    ...page,
  });
  return leads.map((lead) => ({
    id: lead.id,
    company: lead.companyName,
    contact: lead.contactPerson,
    email: lead.email,
    phone: lead.phone,
    status: lead.status as LeadStatus,
    submittedOn: todayIn(timeZone, lead.createdAt),
  }));
}
