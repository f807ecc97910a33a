import type { Prisma } from "#prisma";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { undoEnds } from "../shared/undo";
import { paramsOf, type NoticeOf, type StaffNotification } from "./notice";

/** An event that staff are notified of, with its record: a lead, an affiliate, an invitation, an invoice, a message. */
export interface StaffEvent {
  type: keyof typeof noticeOf;
  subjectId: string;
  /** The user who caused it. */
  except?: string;
}

type Told<T extends StaffNotification["type"]> = { [One in T]: Omit<NoticeOf<One>, "userId"> }[T];

/**
 * Notifies every staff member of the organization once, even if called repeatedly, and queues the emails. Of a message,
 * it notifies those who have written about the lead, if there are any. Does nothing if the record no longer exists.
 * Throws `forbidden`.
 */
export async function notifyStaff(scope: Scope, { type, subjectId, except }: StaffEvent): Promise<void> {
  requireStaff(scope);
  const notice = await noticeOf[type](scope, subjectId);
  if (!notice) return;
  const { writers, mailAt } =
    type === "message_answered" ? await answerTo(scope, subjectId) : { writers: [], mailAt: null };
  const where = {
    role: { in: ["owner", "member"] },
    ...(except && { userId: { not: except } }),
    ...(writers.length > 0 && { userId: { in: writers } }),
  };
  await tell(scope, notice, subjectId, where, mailAt);
}

/**
 * Notifies these members that they are mentioned in a note or message, once each. The emails are sent at `mailAt`.
 * Throws `forbidden`.
 */
export async function notifyMentioned(
  scope: Scope,
  notice: Told<"mentioned">,
  { subjectId, userIds, mailAt }: { subjectId: string; userIds: string[]; mailAt: Date },
): Promise<void> {
  requireStaff(scope);
  const where = { role: { in: ["owner", "member"] }, userId: { in: userIds } };
  await tell(scope, notice, subjectId, where, mailAt);
}

/**
 * Notifies members of their leads that are due, once per subject, and queues the emails. Earlier notifications of due
 * leads go: they say nothing about today. Throws `forbidden`.
 */
export async function notifyDue(
  scope: Scope,
  members: readonly (Omit<Told<"leads_due">, "type"> & { userId: string })[],
  subjectId: string,
): Promise<void> {
  requireStaff(scope);
  for (const { userId, overdue, today } of members) {
    const where = { userId, role: { in: ["owner", "member"] } };
    await scope.db.notification.deleteMany({ where: { userId, type: "leads_due", subjectId: { not: subjectId } } });
    await tell(scope, { type: "leads_due", overdue, today }, subjectId, where);
  }
}

/**
 * Notifies each owner once per subject, and queues the emails. Leaves out the user who caused the event, and includes
 * the user it is `about`. Throws `forbidden`.
 */
export async function notifyOwners(
  scope: Scope,
  notice: Told<"webhook_disabled" | "billing" | "security">,
  subjectId: string,
  { except, about }: { except: string | null; about: string | null } = { except: null, about: null },
): Promise<void> {
  requireStaff(scope);
  await tell(scope, notice, subjectId, {
    role: { in: ["owner", "member"] },
    ...(except && { userId: { not: except } }),
    OR: [{ role: "owner" }, ...(about ? [{ userId: about }] : [])],
  });
}

async function tell(
  scope: Scope,
  notice: Told<StaffNotification["type"]>,
  subjectId: string,
  where: Prisma.MembershipWhereInput,
  mailAt: Date | null = null,
): Promise<void> {
  const members = await scope.db.membership.findMany({
    where,
    select: { userId: true },
    orderBy: { userId: "asc" },
  });
  const made = await scope.db.notification.createManyAndReturn({
    data: [...new Set(members.map(({ userId }) => userId))].map((userId) => ({
      userId,
      type: notice.type,
      subjectId,
      params: paramsOf({ userId, ...notice } as StaffNotification) as Prisma.InputJsonObject,
      createdAt: scope.now,
    })),
    skipDuplicates: true,
    select: { id: true },
  });
  await scope.enqueueAll(
    "mail.notification",
    made.map(({ id }) => ({ notification_id: id })),
    mailAt ? { runAt: mailAt } : {},
  );
}

const noticeOf = {
  lead_created: leadNotice,
  affiliate_joined: joined,
  member_joined: memberJoined,
  objection_raised: objectionNotice,
  invoice_submitted: invoiceSubmitted,
  message_answered: messageAnswered,
};

async function leadNotice(scope: Scope, id: string): Promise<Told<"lead_created"> | null> {
  const lead = await scope.db.lead.findFirst({
    where: { id },
    select: { companyName: true, affiliate: { select: { name: true } } },
  });
  if (!lead?.affiliate) return null;
  return { type: "lead_created", leadId: id, company: lead.companyName, affiliate: lead.affiliate.name };
}

async function joined(scope: Scope, id: string): Promise<Told<"affiliate_joined"> | null> {
  const affiliate = await scope.db.affiliate.findFirst({ where: { id }, select: { name: true } });
  return affiliate && { type: "affiliate_joined", joinedId: id, affiliate: affiliate.name };
}

async function memberJoined(scope: Scope, id: string): Promise<Told<"member_joined"> | null> {
  const invitation = await scope.db.memberInvitation.findFirst({ where: { id }, select: { email: true } });
  return invitation && { type: "member_joined", email: invitation.email };
}

async function objectionNotice(scope: Scope, id: string): Promise<Told<"objection_raised"> | null> {
  const found = await scope.db.objection.findFirst({
    where: { id },
    select: {
      reason: true,
      document: { select: { number: true, payoutId: true, affiliate: { select: { name: true } } } },
    },
  });
  if (!found) return null;
  const { number, payoutId, affiliate } = found.document;
  return { type: "objection_raised", payoutId, number, affiliate: affiliate.name, reason: found.reason };
}

async function invoiceSubmitted(scope: Scope, id: string): Promise<Told<"invoice_submitted"> | null> {
  const invoice = await scope.db.payoutInvoice.findFirst({
    where: { id },
    select: { payout: { select: { id: true, runId: true, number: true, affiliate: { select: { name: true } } } } },
  });
  if (!invoice) return null;
  const { id: payoutId, runId, number, affiliate } = invoice.payout;
  return { type: "invoice_submitted", runId, payoutId, affiliate: affiliate.name, number: number ?? "" };
}

async function messageAnswered(scope: Scope, id: string): Promise<Told<"message_answered"> | null> {
  const message = await scope.db.leadMessage.findFirst({
    where: { id },
    select: { text: true, lead: { select: { id: true, companyName: true } }, affiliate: { select: { name: true } } },
  });
  if (!message?.affiliate) return null;
  const { text, lead, affiliate } = message;
  return { type: "message_answered", leadId: lead.id, company: lead.companyName, by: affiliate.name, text };
}

/**
 * Returns the members who have written about the lead of a message and still work here, and when the message can no
 * longer be taken back.
 */
async function answerTo(scope: Scope, messageId: string): Promise<{ writers: string[]; mailAt: Date }> {
  const { leadId, createdAt } = await scope.db.leadMessage.findFirstOrThrow({ where: { id: messageId } });
  const of = { where: { leadId }, select: { author: true } };
  const written = [...(await scope.db.leadNote.findMany(of)), ...(await scope.db.leadMessage.findMany(of))];
  const authors = [...new Set(written.flatMap(({ author }) => author ?? []))];
  const members = await scope.db.membership.findMany({
    where: { role: { in: ["owner", "member"] }, userId: { in: authors } },
    select: { userId: true },
  });
  return { writers: members.map(({ userId }) => userId), mailAt: undoEnds(createdAt) };
}
