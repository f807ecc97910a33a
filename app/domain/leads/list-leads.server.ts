import { readTallies, totalOf } from "../reports/tallies.server";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { openLeadStatuses, type LeadStatus } from "./lead";

const PAGE = 100;

export interface LeadCard {
  id: string;
  company: string;
  contact: string;
  email: string;
  status: LeadStatus;
  affiliate: string | null;
  createdAt: string;
}

/** The leads of a tab, newest first, and how many each tab holds. */
export async function listLeads(scope: Scope, tab: "pipeline" | "archive") {
  requireStaff(scope);
  const open = { in: openLeadStatuses as string[] };
  const where = { status: tab === "pipeline" ? open : "lost" };
  const leads = await scope.db.lead.findMany({
    where,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: PAGE,
    include: { affiliate: { select: { name: true } } },
  });
  return leads.map((lead): LeadCard => ({
    id: lead.id,
    company: lead.companyName,
    contact: lead.contactPerson,
    email: lead.email,
    status: lead.status as LeadStatus,
    affiliate: lead.affiliate?.name ?? null,
    createdAt: lead.createdAt.toISOString(),
  }));
}

/** How many leads each tab of the leads screen holds. */
export async function countLeads(scope: Scope) {
  requireStaff(scope);
  const tallies = await readTallies(scope, ["lead"]);
  const count = (...states: string[]) => totalOf(tallies.filter(({ state }) => states.includes(state))).count;
  return { pipeline: count(...openLeadStatuses), deals: count("converted"), archive: count("lost") };
}
