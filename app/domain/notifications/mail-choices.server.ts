import { DomainError } from "../shared/errors";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { affiliateTopics, mailTopics, staffTopics, type MailReceiver, type MailTopic } from "./notice";

/** A topic that the acting user can switch, and whether its emails are on. */
export interface MailChoice {
  topic: MailTopic;
  on: boolean;
}

/**
 * Returns the topics that the acting user can switch. Throws `forbidden` for jobs and operators, who receive no emails.
 */
export async function readMailChoices(scope: Scope): Promise<MailChoice[]> {
  const muted = await readMuted(scope, actingReceiver(scope));
  return topicsOf(scope).map((topic) => ({ topic, on: !muted.includes(topic) }));
}

/** Switches on the topics in `on`, and all others off. Throws `forbidden`. */
export async function saveMailChoices(scope: Scope, on: readonly MailTopic[]): Promise<void> {
  const muted = topicsOf(scope).filter((topic) => !on.includes(topic));
  const receiver = actingReceiver(scope);
  await makeRow(scope, receiver);
  await scope.db.mailChoice.updateMany({ where: receiver, data: { muted } });
}

/** Switches one topic off, for a link in an email. Repeating it changes nothing. Throws `forbidden`. */
export async function muteTopic(scope: Scope, receiver: MailReceiver, topic: MailTopic): Promise<void> {
  requireStaff(scope);
  if (!(await isThere(scope, receiver))) return;
  await makeRow(scope, receiver);
  await scope.db.mailChoice.updateMany({
    where: { ...receiver, NOT: { muted: { has: topic } } },
    data: { muted: { push: topic } },
  });
}

/** Returns the topics that a user has switched off. */
export async function readMuted(scope: Scope, receiver: MailReceiver): Promise<MailTopic[]> {
  const choice = await scope.db.mailChoice.findFirst({ where: { ...receiver }, select: { muted: true } });
  return mailTopics.filter((topic) => choice?.muted.includes(topic));
}

/** Creates the row if it is missing. Of two concurrent calls, one creates it. */
async function makeRow(scope: Scope, receiver: MailReceiver): Promise<void> {
  await scope.db.mailChoice.createMany({ data: [{ ...receiver, muted: [] }], skipDuplicates: true });
}

async function isThere(scope: Scope, { userId, affiliateId }: MailReceiver): Promise<boolean> {
  const where = affiliateId ? { userId, affiliateId } : { userId, role: { in: ["owner", "member"] } };
  return (await scope.db.membership.count({ where })) > 0;
}

function actingReceiver({ actor }: Scope): MailReceiver {
  if (actor.kind === "affiliate") return { userId: actor.userId, affiliateId: actor.affiliateId };
  if (actor.kind === "member") return { userId: actor.userId, affiliateId: null };
  throw new DomainError("forbidden");
}

const topicsOf = ({ actor }: Scope): readonly MailTopic[] =>
  actor.kind === "affiliate" ? affiliateTopics : staffTopics;
