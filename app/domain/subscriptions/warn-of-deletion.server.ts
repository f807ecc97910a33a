import { createHash } from "node:crypto";
import { openPerson } from "../identity/open-person.server";
import { readPeople } from "../identity/read-people.server";
import { todayIn, type Day } from "../shared/dates";
import { requireOwner } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { promisedUntil, type WarningDays } from "./retention";
import { subscriptionState, type PauseReason, type SubscriptionState } from "./subscription";

/**
 * Warns the owners that the data of their paused organization will be deleted, each once for an end and a number of
 * days, and queues the mails. Nothing when it is not paused any more or its data are kept longer. Returns how many were
 * warned. Throws `forbidden`.
 */
export async function warnOfDeletion(
  scope: Scope,
  { keptUntil, days }: { keptUntil: Date; days: WarningDays },
): Promise<number> {
  requireOwner(scope);
  if (!isKeptUntil(subscriptionState(await scope.organization(), scope.now), keptUntil)) return 0;
  const owners = await scope.db.membership.findMany({ where: { role: "owner" }, select: { userId: true } });
  const made = await scope.db.deletionWarning.createManyAndReturn({
    data: owners.map(({ userId }) => ({
      id: idOf(`${scope.orgId} ${userId} ${keptUntil.toISOString()} ${days}`),
      userId,
      keptUntil,
      days,
      createdAt: scope.now,
    })),
    skipDuplicates: true,
    select: { id: true },
  });
  await scope.enqueueAll(
    "mail.deletion_warning",
    made.map(({ id }) => ({ warning_id: id })),
  );
  return made.length;
}

/** The same for the same text (a UUID of version 8, RFC 9562), so that the primary key refuses a second warning. */
function idOf(text: string): string {
  const hash = createHash("sha256").update(text).digest("hex");
  return hash.replace(/^(.{8})(.{4})(.{3})(.{3})(.{12}).*$/, "$1-$2-8$3-8$4-$5");
}

/** What the mail of a warning says. */
export interface DeletionMail {
  userId: string;
  name: string;
  email: string;
  language: string | null;
  organization: string;
  /** Why it is paused. */
  because: PauseReason;
  /** The last day on which the data are there. */
  keptUntil: Day;
}

/** The mail of a warning; null when it has gone out, or does not hold any more. */
export async function deletionMail(scope: Scope, id: string): Promise<DeletionMail | null> {
  const warning = await scope.db.deletionWarning.findFirst({ where: { id, mailedAt: null } });
  const state = subscriptionState(await scope.organization(), scope.now);
  if (!warning || !isKeptUntil(state, warning.keptUntil)) return null;
  const { userId } = warning;
  const person = (await readPeople(scope, [userId])).get(userId);
  if (!person?.member) return null;
  await openPerson(scope, userId);
  const { email } = await scope.db.user.findUniqueOrThrow({ where: { id: userId } });
  const { name: organization, timeZone } = await scope.organization();
  const { name, language } = person;
  return {
    userId,
    name,
    email,
    language,
    organization,
    because: state.because,
    keptUntil: todayIn(timeZone, promisedUntil(warning)),
  };
}

/** Notes that the mail of a warning went out. */
export async function noteDeletionMailed(scope: Scope, id: string): Promise<void> {
  await scope.db.deletionWarning.updateMany({ where: { id }, data: { mailedAt: scope.now } });
}

type Expired = Extract<SubscriptionState, { status: "expired" }>;

const isKeptUntil = (state: SubscriptionState, keptUntil: Date): state is Expired =>
  state.status === "expired" && state.keptUntil.getTime() === keptUntil.getTime();
