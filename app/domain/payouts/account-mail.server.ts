import { readPeople } from "../identity/read-people.server";
import { notifyOwners } from "../notifications/notify-staff.server";
import { todayIn, type Day, DAY_MS } from "../shared/dates";
import type { OrganizationFacts, Scope } from "../shared/scope";

/** An account that an email is about. */
export interface MailedAccount {
  /** Who pays, and sends the email. */
  organization: OrganizationFacts;
  /** Such as "DE •••• 3000". */
  account: string;
  /** The affiliate's user. */
  userId: string;
  /** Users who had the affiliate's portal before, in the days in which a change may still be noticed. */
  earlierUserIds: string[];
  name: string;
  email: string;
  language: string | null;
  /** When it is paid to; null while its link is not used. */
  effectiveOn: Day | null;
}

/** How long the owner of an earlier address is notified of a new account. */
const EARLIER_DAYS = 90;

/** Reads an account and the receivers of emails about it; null if it was withdrawn or the affiliate deleted. */
export async function accountMail(scope: Scope, accountId: string): Promise<MailedAccount | null> {
  const account = await scope.db.payeeAccount.findFirst({
    where: { id: accountId, withdrawnAt: null },
    include: { affiliate: { include: { membership: { select: { userId: true } } } } },
  });
  if (!account) return null;
  const { affiliate } = account;
  const { userId } = affiliate.membership;
  const since = new Date(scope.now.getTime() - EARLIER_DAYS * DAY_MS);
  const edits = await scope.db.auditEntry.findMany({
    where: { entity: "affiliate", entityId: affiliate.id, action: "affiliate.edit", createdAt: { gte: since } },
    select: { data: true },
  });
  const earlier = edits.flatMap(({ data }) => {
    const before = (data as { user_id_before?: unknown } | null)?.user_id_before;
    return typeof before === "string" && before !== userId ? [before] : [];
  });
  const organization = await scope.organization();
  return {
    organization,
    account: `${account.ibanCountry} •••• ${account.ibanEnd}`,
    userId,
    earlierUserIds: [...new Set(earlier)],
    name: affiliate.name,
    email: affiliate.email,
    effectiveOn: account.effectiveAt && todayIn(organization.timeZone, account.effectiveAt),
    language: (await readPeople(scope, [userId])).get(userId)?.language ?? affiliate.language,
  };
}

/**
 * Notifies the owners that an affiliate has another account, and queues the email to the affiliate. Running it twice
 * notifies nobody again, and sends the same email.
 */
export async function tellOfAccount(scope: Scope, accountId: string, language: string): Promise<void> {
  const mail = await accountMail(scope, accountId);
  if (!mail) return;
  await notifyOwners(scope, { type: "security", about: "account_entered", subject: mail.name, by: "" }, accountId);
  await scope.enqueue("mail.account_entered", { account_id: accountId, language }, { key: `account ${accountId}` });
}
