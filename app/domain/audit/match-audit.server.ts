import type { Prisma } from "#prisma";
import { matchingDeals, matchingLeads } from "../shared/matching.server";
import type { Scope } from "../shared/scope";
import { containsAllWords, finder } from "../shared/search";

/** Limit for the records of each kind that a search finds. */
const MAX_RECORDS = 200;
/** Limit for the months, and for the actions, of all of them. */
const MAX_PARTS = 5 * MAX_RECORDS;
const statuses = ["new", "contacted", "qualified", "converted", "lost"];

interface Matches {
  where: Prisma.AuditEntryWhereInput;
  cut: boolean;
}

/**
 * Returns the condition for the entries of the audit log that match a search: those about a matching lead, deal,
 * affiliate or member, also as a step of an action, and those by a member or affiliate. Empty without a search. `cut`
 * says that a limit was reached, so that older records may be missing.
 * The records are found by index, and so are their entries. The caller checks the permission.
 */
export async function matchAudit(scope: Scope, search: string): Promise<Matches> {
  const leads = await matchingLeads(scope, search, { statuses }, MAX_RECORDS);
  if (!leads) return { where: {}, cut: false };
  const deals = (await matchingDeals(scope, search, {}, MAX_RECORDS)) ?? [];
  const affiliates = await scope.db.affiliate.findMany({
    where: containsAllWords(search),
    select: { id: true },
    take: MAX_RECORDS,
  });
  const members = await matchingMembers(scope, search);
  const months = await scope.db.commissionPayment.findMany({
    where: { dealId: { in: deals } },
    select: { id: true },
    orderBy: { periodStart: "desc" },
    take: MAX_PARTS,
  });
  const affiliateIds = affiliates.map(({ id }) => id);
  const records = [...leads, ...deals, ...affiliateIds, ...members, ...months.map(({ id }) => id)];
  const actors = [...members.map((id) => `member:${id}`), ...affiliateIds.map((id) => `affiliate:${id}`)];
  const steps = await scope.db.auditEntry.findMany({
    where: { entityId: { in: records }, batchId: { not: null } },
    distinct: ["batchId"],
    select: { batchId: true },
    orderBy: { createdAt: "desc" },
    take: MAX_PARTS,
  });
  const actions = steps.flatMap(({ batchId }) => batchId ?? []);
  return {
    where: { OR: [{ entityId: { in: records } }, { id: { in: actions } }, { actor: { in: actors } }] },
    cut:
      [leads, deals, affiliates].some(({ length }) => length === MAX_RECORDS) ||
      [months, steps].some(({ length }) => length === MAX_PARTS),
  };
}

/** Members are few, so their names are compared here. */
async function matchingMembers(scope: Scope, search: string): Promise<string[]> {
  const isMatch = finder(search);
  const people = await scope.db.$queryRaw<{ id: string; name: string; email: string }[]>`
    select id, name, email from app.members()`;
  return people.filter(({ name, email }) => isMatch(`${name} ${email}`)).map(({ id }) => id);
}
