import { holdStrangerMail, takeStrangerMail } from "./mail-budget.server";
import { isErased } from "../shared/erased";
import { hasLeft } from "../identity/has-left.server";
import { allowUserAccess } from "../identity/open-person.server";
import { readPeople } from "../identity/read-people.server";
import type { Scope } from "../shared/scope";
import { readMuted } from "../notifications/mail-choices.server";
import { readStoredNotice, topicOf } from "../notifications/notice";
import type { Unsubscribing } from "../notifications/unsubscribe-token.server";

interface Receiver {
  userId: string;
  name: string;
  email: string;
  /** Null if none was chosen. */
  language: string | null;
  /** An affiliate who has never been in the portal. */
  isStranger: boolean;
}

/**
 * Begins to email a notification. From here on, the payment it reports cannot be undone; a concurrent undo happens
 * either before or after.
 *
 * @returns the notification, its receiver, and the topic that its link switches off, if any. Null if it was already
 * emailed, was removed or cannot be read, or if its receiver no longer exists or has switched such emails off. Null
 * also if the receiver has never been in the portal and today's budget for such emails is used up; the job is then
 * queued for tomorrow.
 */
export async function beginMail(scope: Scope, id: string) {
  const stored = await scope.db.notification.findFirst({ where: { id, mailedAt: null } });
  const notice = stored && readStoredNotice(stored, scope.log);
  if (!notice) return null;
  const receiver = stored.affiliateId
    ? await affiliateOf(scope, stored.affiliateId)
    : await memberOf(scope, stored.userId!);
  if (!receiver) return null;
  const { userId } = receiver;
  const who = { userId, affiliateId: stored.affiliateId };
  const topic = topicOf(notice);
  if (topic && (await readMuted(scope, who)).includes(topic)) return null;
  // The time to undo the action was extended.
  if (stored.mailAt && stored.mailAt > scope.now) {
    await scope.enqueue("mail.notification", { notification_id: id }, { runAt: stored.mailAt });
    return null;
  }
  // Waits for a running undo, and finds no notification if it succeeds.
  const { count } = await scope.db.notification.updateMany({
    where: { id, mailedAt: null, mailAt: stored.mailAt, mailBegunAt: stored.mailBegunAt },
    data: { mailBegunAt: stored.mailBegunAt ?? scope.now },
  });
  if (count === 0) {
    // Concurrently removed, postponed or begun by another attempt.
    const still = await scope.db.notification.findFirst({ where: { id, mailedAt: null } });
    if (still?.mailAt && still.mailAt > scope.now)
      await scope.enqueue("mail.notification", { notification_id: id }, { runAt: still.mailAt });
    return null;
  }
  // Once for all attempts.
  const isFirst = stored.mailBegunAt === null;
  if (isFirst && receiver.isStranger && !(await takeStrangerMail(scope))) {
    await scope.db.notification.updateMany({ where: { id }, data: { mailBegunAt: null } });
    const runAt = await holdStrangerMail(scope);
    await scope.enqueue("mail.notification", { notification_id: id }, { runAt, key: `mail.notification ${id}` });
    return null;
  }
  return {
    notice,
    receiver,
    organization: await scope.organization(),
    unsubscribing: topic && ({ orgId: scope.orgId, receiver: who, topic } satisfies Unsubscribing),
  };
}

/** Returns null for an affiliate who was erased or has ended their access. */
async function affiliateOf(scope: Scope, id: string): Promise<Receiver | null> {
  const affiliate = await scope.db.affiliate.findFirst({
    where: { id },
    include: { membership: { select: { userId: true } } },
  });
  if (!affiliate || isErased(affiliate.email)) return null;
  const { userId } = affiliate.membership;
  if (await hasLeft(scope, { ...affiliate, userId })) return null;
  const person = (await readPeople(scope, [userId])).get(userId);
  return {
    userId,
    name: affiliate.name,
    email: affiliate.email,
    language: person?.language ?? affiliate.language,
    isStranger: affiliate.signedInAt === null,
  };
}

/** Returns null for a user who no longer works here. */
async function memberOf(scope: Scope, userId: string): Promise<Receiver | null> {
  const person = (await readPeople(scope, [userId])).get(userId);
  if (!person?.member) return null;
  await allowUserAccess(scope, userId);
  const { email } = await scope.db.user.findUniqueOrThrow({ where: { id: userId } });
  return { userId, name: person.name, email, language: person.language, isStranger: false };
}

/** Records that the email of a notification was sent. */
export async function markEmailed(scope: Scope, id: string): Promise<void> {
  await scope.db.notification.updateMany({ where: { id }, data: { mailedAt: scope.now } });
}
