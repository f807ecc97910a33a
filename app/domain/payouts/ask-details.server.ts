import { recordAuditEntries } from "../audit/record-audit.server";
import { readPeople } from "../identity/read-people.server";
import { DAY_MS, type Day } from "../shared/dates";
import type { OrganizationFacts, Scope } from "../shared/scope";
import { previewRun } from "./create-run.server";

/**
 * Emails the affiliates that a run would leave out because details are missing, and returns their number. Skips those
 * who were asked in the last 24 hours, have never used the portal, or only wait for an account.
 * Throws `run_until_future`, `run_too_large`, `forbidden`.
 */
export async function askForDetails(scope: Scope, run: { currency: string; until: Day }): Promise<number> {
  const { proposals } = await previewRun(scope, run);
  const lacking = proposals.filter(({ missing }) => missing.some((gap) => gap !== "account_waiting"));
  const ids = lacking.filter(({ reason }) => reason === "profile_incomplete").map(({ affiliateId }) => affiliateId);
  const since = new Date(scope.now.getTime() - DAY_MS);
  // The locks make a second click wait until it can see which affiliates the first one has emailed.
  await scope.db.$queryRaw`
    select id from affiliate where org_id = ${scope.orgId}::uuid and id = any(${ids}::uuid[]) order by id for update`;
  const asked = await scope.db.auditEntry.findMany({
    where: { entity: "affiliate", entityId: { in: ids }, action: "payee.ask", createdAt: { gt: since } },
    select: { entityId: true },
  });
  const notIn = asked.map(({ entityId }) => entityId);
  const found = await scope.db.affiliate.findMany({
    where: { id: { in: ids, notIn }, status: "active", signedInAt: { not: null } },
    select: { id: true },
    orderBy: { id: "asc" },
  });
  if (found.length === 0) return 0;
  await recordAuditEntries(
    scope,
    found.map(({ id }) => ({ action: "payee.ask", entity: "affiliate", entityId: id })),
  );
  await scope.enqueueAll(
    "mail.details_wanted",
    found.map(({ id }) => ({ affiliate_id: id, asked_on: scope.now.toISOString() })),
  );
  return found.length;
}

/** An affiliate who is asked for details, and the organization that asks. */
export interface AskedAffiliate {
  organization: OrganizationFacts;
  userId: string;
  name: string;
  email: string;
  language: string | null;
}

/** Reads an affiliate who is asked for details; null if they were deleted. */
export async function askedAffiliate(scope: Scope, affiliateId: string): Promise<AskedAffiliate | null> {
  const affiliate = await scope.db.affiliate.findFirst({
    where: { id: affiliateId, status: "active" },
    select: { name: true, email: true, language: true, membership: { select: { userId: true } } },
  });
  if (!affiliate) return null;
  const { membership, ...person } = affiliate;
  const { userId } = membership;
  const language = (await readPeople(scope, [userId])).get(userId)?.language ?? person.language;
  return { organization: await scope.organization(), userId, ...person, language };
}
