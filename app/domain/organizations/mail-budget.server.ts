import { recordAudit } from "../audit/record-audit.server";
import { DomainError } from "../shared/errors";
import { lockOrganization } from "../shared/lock-organization.server";
import { requireOwner, requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { budgetDay, mailBudgetOf, nextBudgetAt } from "./mail-budget";

/**
 * Consumes one email to a stranger, a person who has never signed in, from today's quota; false if it is used up. A
 * rollback of the transaction that queues the email returns it. Of concurrent calls, as many succeed as emails are
 * left.
 */
export async function takeStrangerMail(scope: Scope): Promise<boolean> {
  const perDay = mailBudgetOf(await scope.organization(), scope.now);
  if (perDay < 1) return false;
  const taken = await scope.db.$queryRaw<{ sent: number }[]>`
    insert into stranger_mail (org_id, day, sent) values (${scope.orgId}::uuid, ${budgetDay(scope.now)}::date, 1)
    on conflict (org_id, day) do update set sent = stranger_mail.sent + 1 where stranger_mail.sent < ${perDay}::int
    returning sent`;
  return taken.length > 0;
}

/**
 * Consumes one email to a stranger for a requested email; see {@link takeStrangerMail}.
 * Throws `mail_budget_used` (params: `limit` per day, `seconds` until the next day).
 */
export async function requireStrangerMail(scope: Scope): Promise<void> {
  if (await takeStrangerMail(scope)) return;
  const limit = mailBudgetOf(await scope.organization(), scope.now);
  const seconds = Math.ceil((nextBudgetAt(scope.now).getTime() - scope.now.getTime()) / 1000);
  throw new DomainError("mail_budget_used", { limit, seconds });
}

/** Counts an email that is postponed to tomorrow, and returns when its job must run again. */
export async function holdStrangerMail(scope: Scope): Promise<Date> {
  const tomorrow = nextBudgetAt(scope.now);
  await scope.db.$executeRaw`
    insert into stranger_mail (org_id, day, waiting) values (${scope.orgId}::uuid, ${budgetDay(tomorrow)}::date, 1)
    on conflict (org_id, day) do update set waiting = stranger_mail.waiting + 1`;
  return tomorrow;
}

export interface MailBudget {
  perDay: number;
  /** Emails sent today. */
  sent: number;
  /** Emails postponed to tomorrow. */
  waiting: number;
}

/**
 * Returns how much of today's quota is used.
 * Throws `forbidden`.
 */
export async function readMailBudget(scope: Scope): Promise<MailBudget> {
  requireStaff(scope);
  const [row] = await scope.db.$queryRaw<{ sent: number; waiting: number }[]>`
    select coalesce(sum(sent) filter (where day = ${budgetDay(scope.now)}::date), 0)::int as sent,
           coalesce(sum(waiting) filter (where day = ${budgetDay(nextBudgetAt(scope.now))}::date), 0)::int as waiting
    from stranger_mail where org_id = ${scope.orgId}::uuid and day >= ${budgetDay(scope.now)}::date`;
  return { perDay: mailBudgetOf(await scope.organization(), scope.now), ...row! };
}

/**
 * Sets the daily quota; null restores the default by age and payment.
 * Throws `forbidden` for all but the operator.
 */
export async function setMailBudget(scope: Scope, perDay: number | null): Promise<void> {
  requireOwner(scope);
  if (scope.actor.kind !== "operator") throw new DomainError("forbidden");
  await lockOrganization(scope);
  const { mailBudget } = await scope.db.organization.findFirstOrThrow({ select: { mailBudget: true } });
  if (mailBudget === perDay) return;
  await scope.db.organization.updateMany({ data: { mailBudget: perDay } });
  await recordAudit(scope, {
    action: "organization.set_mail_budget",
    entity: "organization",
    entityId: scope.orgId,
    data: { per_day: perDay, per_day_before: mailBudget },
  });
}
