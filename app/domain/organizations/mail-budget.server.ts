import { recordAudit } from "../audit/record-audit.server";
import { DomainError } from "../shared/errors";
import { requireOwner, requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { budgetDay, mailBudgetOf, nextBudgetAt } from "./mail-budget";

/**
 * Takes one mail to somebody who has never signed in from today's budget; false when it is used up. In the transaction
 * that queues the mail: if that is rolled back, nothing was taken. Of any number at once as many succeed as are left.
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
 * The same for what somebody asks for. Throws `mail_budget_used` (params: `limit` a day, `seconds` until the next one).
 */
export async function requireStrangerMail(scope: Scope): Promise<void> {
  if (await takeStrangerMail(scope)) return;
  const limit = mailBudgetOf(await scope.organization(), scope.now);
  const seconds = Math.ceil((nextBudgetAt(scope.now).getTime() - scope.now.getTime()) / 1000);
  throw new DomainError("mail_budget_used", { limit, seconds });
}

/** Notes that a mail waits for tomorrow. Returns when its job is to run again. */
export async function holdStrangerMail(scope: Scope): Promise<Date> {
  const tomorrow = nextBudgetAt(scope.now);
  await scope.db.$executeRaw`
    insert into stranger_mail (org_id, day, waiting) values (${scope.orgId}::uuid, ${budgetDay(tomorrow)}::date, 1)
    on conflict (org_id, day) do update set waiting = stranger_mail.waiting + 1`;
  return tomorrow;
}

export interface MailBudget {
  perDay: number;
  /** Today. */
  sent: number;
  /** For tomorrow. */
  waiting: number;
}

/** How much of today's budget is used. Throws `forbidden`. */
export async function readMailBudget(scope: Scope): Promise<MailBudget> {
  requireStaff(scope);
  const [row] = await scope.db.$queryRaw<{ sent: number; waiting: number }[]>`
    select coalesce(sum(sent) filter (where day = ${budgetDay(scope.now)}::date), 0)::int as sent,
           coalesce(sum(waiting) filter (where day = ${budgetDay(nextBudgetAt(scope.now))}::date), 0)::int as waiting
    from stranger_mail where org_id = ${scope.orgId}::uuid and day >= ${budgetDay(scope.now)}::date`;
  return { perDay: mailBudgetOf(await scope.organization(), scope.now), ...row! };
}

/**
 * Allows another number a day; null is what follows from age and payment. Throws `forbidden` for everybody but the
 * operator.
 */
export async function setMailBudget(scope: Scope, perDay: number | null): Promise<void> {
  requireOwner(scope);
  if (scope.actor.kind !== "operator") throw new DomainError("forbidden");
  await scope.db.$queryRaw`select 1 from organization where org_id = ${scope.orgId}::uuid for update`;
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
