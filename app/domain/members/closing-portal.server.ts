import { readPeople } from "../identity/read-people.server";
import type { Day } from "../shared/dates";
import { isErased } from "../shared/erased";
import { requireStaff } from "../shared/permissions";
import type { OrganizationFacts, Scope } from "../shared/scope";
import { closedUntilDay } from "./read-closing.server";

/** Reason of the email to affiliates: the organization was closed, or opened again. */
export interface ClosingNews {
  told: "closed" | "reopened";
  /** Time of the change; distinguishes repeated emails. */
  at: string;
}

/** Whether the news still holds. */
const holds = async (scope: Scope, told: ClosingNews["told"]): Promise<boolean> =>
  ((await scope.organization()).closedAt !== null) === (told === "closed");

/**
 * Queues an email to each affiliate with open commissions (due, planned, or waiting for a customer), and returns how
 * many. Does nothing if the organization was opened, or closed, again. Nobody is told twice, because the id of each
 * email derives from its affiliate and the news. Throws `forbidden`.
 */
export async function tellAffiliates(scope: Scope, news: ClosingNews): Promise<number> {
  requireStaff(scope);
  if (!(await holds(scope, news.told))) return 0;
  const owed = await scope.db.$queryRaw<{ id: string }[]>`
    select affiliate_id as id from aggregate
    where org_id = ${scope.orgId}::uuid and affiliate_id is not null and kind = 'unpaid'
    group by 1 having sum(count) > 0 order by 1`;
  for (const { id } of owed) {
    // A key, so that a second run of the job replaces what the first has queued.
    const key = `closing:${id}:${news.told}:${news.at}`;
    await scope.enqueue("mail.closing_portal", { affiliate_id: id, ...news }, { key });
  }
  return owed.length;
}

/** Such an email. */
export interface ClosingPortalMail {
  organization: OrganizationFacts;
  userId: string;
  name: string;
  email: string;
  language: string | null;
  /** The day after which a closed organization is deleted. */
  until: Day | null;
}

/** Reads such an email; null if it is outdated, or the affiliate was deleted or erased. */
export async function closingPortalMail(
  scope: Scope,
  { affiliateId, told }: { affiliateId: string; told: ClosingNews["told"] },
): Promise<ClosingPortalMail | null> {
  if (!(await holds(scope, told))) return null;
  const affiliate = await scope.db.affiliate.findFirst({
    where: { id: affiliateId },
    select: { name: true, email: true, language: true, membership: { select: { userId: true } } },
  });
  if (!affiliate || isErased(affiliate.email)) return null;
  const { membership, name, email, language } = affiliate;
  const { userId } = membership;
  return {
    organization: await scope.organization(),
    userId,
    name,
    email,
    language: (await readPeople(scope, [userId])).get(userId)?.language ?? language,
    until: await closedUntilDay(scope),
  };
}
