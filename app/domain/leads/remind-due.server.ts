import { createHash } from "node:crypto";
import { notifyDue } from "../notifications/notify-staff.server";
import { idOfDigits } from "../shared/id-digits";
import { addDays, dateFromDay, dayFromDate, type Day } from "../shared/dates";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { openLeadStatuses } from "./lead";

/** A lead whose next step is due. */
export interface DueLead {
  id: string;
  company: string;
  nextStep: string;
  nextStepOn: Day;
}

/**
 * Notifies each member of their open leads whose next step is due today or overdue, once a day. On a weekend only those
 * for whom something is due that very day. Running it twice has no further effect. Throws `forbidden`.
 */
export async function remindOfDueLeads(scope: Scope): Promise<void> {
  requireStaff(scope);
  const today = await scope.today();
  const counts = await scope.db.$queryRaw<{ userId: string; overdue: number; today: number }[]>`
    select responsible as "userId", (count(*) filter (where next_step_on < ${today}::date))::int as overdue,
           (count(*) filter (where next_step_on = ${today}::date))::int as today
    from lead_work
    where org_id = ${scope.orgId}::uuid and responsible is not null and status = any(${openLeadStatuses}::text[])
      and next_step_on <= ${today}::date
    group by responsible`;
  const told = counts.filter((one) => !isWeekend(today) || one.today > 0);
  if (told.length > 0) await notifyDue(scope, told, subjectOf(scope.orgId, today));
}

const isWeekend = (day: Day) => [0, 6].includes(dateFromDay(day).getUTCDay());

/** The same for every run of a day, so that each member is notified once. */
function subjectOf(orgId: string, day: Day): string {
  return idOfDigits(createHash("sha256").update(`leads_due ${orgId} ${day}`).digest("hex").slice(0, 32));
}

/** Limit for the leads that an email lists. */
export const MAX_LISTED = 20;

/**
 * Reads the open leads of a member whose next step is due, the most overdue first, as they are when the email is sent.
 * Throws `forbidden`.
 */
export async function readDueLeads(
  scope: Scope,
  userId: string,
): Promise<{ leads: DueLead[]; more: number; overdue: number; today: Day }> {
  requireStaff(scope);
  const today = await scope.today();
  const where = {
    responsible: userId,
    status: { in: openLeadStatuses },
    nextStepOn: { lt: dateFromDay(addDays(today, 1)) },
  };
  const rows = await scope.db.leadWork.findMany({
    where,
    orderBy: [{ nextStepOn: "asc" }, { createdAt: "asc" }, { leadId: "asc" }],
    take: MAX_LISTED,
    select: { nextStep: true, nextStepOn: true, lead: { select: { id: true, companyName: true } } },
  });
  const all = rows.length < MAX_LISTED ? rows.length : await scope.db.leadWork.count({ where });
  const overdue = await scope.db.leadWork.count({ where: { ...where, nextStepOn: { lt: dateFromDay(today) } } });
  return {
    leads: rows.map(({ nextStep, nextStepOn, lead }) => ({
      id: lead.id,
      company: lead.companyName,
      nextStep: nextStep!,
      nextStepOn: dayFromDate(nextStepOn!),
    })),
    more: all - rows.length,
    overdue,
    today,
  };
}
