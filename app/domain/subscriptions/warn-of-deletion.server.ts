import { createHash } from "node:crypto";
import { allowUserAccess } from "../identity/open-person.server";
import { readPeople } from "../identity/read-people.server";
import { todayIn, type Day } from "../shared/dates";
import { requireOwner } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { promisedUntil, type WarningDays } from "./retention";
import { subscriptionState, type PauseReason, type SubscriptionState } from "./subscription";

/**
 * Warns the owners that the data of their paused organization will be deleted, and returns how many were warned. Each
 * owner is warned once per end and number of days, by a queued email. Does nothing if the organization is active again
 * or its data are kept longer.
 * Throws `forbidden`.
 */
export async function warnOfDeletion(
  scope: Scope,
  { retainUntil, days }: { retainUntil: Date; days: WarningDays },
): Promise<number> {
  requireOwner(scope);
  if (!isRetainedUntil(subscriptionState(await scope.organization(), scope.now), retainUntil)) return 0;
  const owners = await scope.db.membership.findMany({ where: { role: "owner" }, select: { userId: true } });
  const made = await scope.db.deletionWarning.createManyAndReturn({
    data: owners.map(({ userId }) => ({
      id: idOf(`${scope.orgId} ${userId} ${retainUntil.toISOString()} ${days}`),
      userId,
      keptUntil: retainUntil,
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

/** Derives an id from a text (a version 8 UUID, RFC 9562), so that the primary key rejects a second warning. */
function idOf(text: string): string {
  const hash = createHash("sha256").update(text).digest("hex");
  return hash.replace(/^(.{8})(.{4})(.{3})(.{3})(.{12}).*$/, "$1-$2-8$3-8$4-$5");
}

/** Content of a warning email. */
export interface DeletionMail {
  userId: string;
  name: string;
  email: string;
  language: string | null;
  organization: string;
  /** Why the organization is paused. */
  because: PauseReason;
  /** The last day of the retention period. */
  retainUntil: Day;
}

/** Reads the email of a warning; null if it was sent or no longer applies. */
export async function deletionMail(scope: Scope, id: string): Promise<DeletionMail | null> {
  const warning = await scope.db.deletionWarning.findFirst({ where: { id, mailedAt: null } });
  const state = subscriptionState(await scope.organization(), scope.now);
  if (!warning || !isRetainedUntil(state, warning.keptUntil)) return null;
  const { userId } = warning;
  const person = (await readPeople(scope, [userId])).get(userId);
  if (!person?.member) return null;
  await allowUserAccess(scope, userId);
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
    retainUntil: todayIn(timeZone, promisedUntil({ retainUntil: warning.keptUntil, createdAt: warning.createdAt })),
  };
}

/** Records that the email of a warning was sent. */
export async function markDeletionEmailed(scope: Scope, id: string): Promise<void> {
  await scope.db.deletionWarning.updateMany({ where: { id }, data: { mailedAt: scope.now } });
}

type Expired = Extract<SubscriptionState, { status: "expired" }>;

const isRetainedUntil = (state: SubscriptionState, retainUntil: Date): state is Expired =>
  state.status === "expired" && state.retainUntil.getTime() === retainUntil.getTime();
