import { createHash } from "node:crypto";
import { notifyOwners } from "../notifications/notify-staff.server";
import { DAY_MS, todayIn } from "../shared/dates";
import type { Scope } from "../shared/scope";
import { subscriptionState } from "./subscription";

/** Days before the end of the trial when the owners are reminded. */
export const TRIAL_REMINDER_DAYS = 2;
/**
 * An end longer ago is not notified any more, for example because no worker was running or the end was set manually.
 */
const OVER_FOR_MS = 3 * DAY_MS;

/**
 * Notifies the owners that the trial ends soon, and that it has ended. Running it twice has no further effect. An
 * organization that is closed, or has or had a subscription, is not notified.
 */
export async function notifyTrialEnding(scope: Scope): Promise<void> {
  const facts = await scope.organization();
  if (facts.subscriptionStatus !== null || facts.closedAt) return;
  const state = subscriptionState(facts, scope.now);
  const date = todayIn(facts.timeZone, facts.trialEndsAt);
  if (state.status === "trial" && state.daysLeft <= TRIAL_REMINDER_DAYS) {
    await notifyOwners(scope, { type: "billing", about: "trial_ending", date }, subject("trial_ending", scope.orgId));
  }
  if (state.status === "expired" && scope.now.getTime() - facts.trialEndsAt.getTime() < OVER_FOR_MS) {
    await notifyOwners(scope, { type: "billing", about: "trial_over", date }, subject("trial_over", scope.orgId));
  }
}

/**
 * Notifies the owners that the subscription has ended, why, and until when the data are kept. Each end is notified
 * once. Does nothing during a subscription or a trial.
 */
export async function notifySubscriptionOver(scope: Scope): Promise<void> {
  const facts = await scope.organization();
  const state = subscriptionState(facts, scope.now);
  if (state.status !== "expired" || state.because === "trial" || state.because === "closed") return;
  const { because, pausedAt, retainUntil } = state;
  if (scope.now.getTime() - pausedAt.getTime() >= OVER_FOR_MS) return;
  const about = `subscription_${because}` as const;
  await notifyOwners(
    scope,
    { type: "billing", about, date: todayIn(facts.timeZone, retainUntil) },
    subject(about, `${scope.orgId} ${pausedAt.toISOString()}`),
  );
}

/** Notifies the owners that a payment has failed, once per invoice, unless it has been paid since. */
export async function notifyPaymentFailed(scope: Scope, invoiceId: string): Promise<void> {
  const state = subscriptionState(await scope.organization(), scope.now);
  if (state.status !== "subscribed" || !state.isPastDue) return;
  const date = await scope.today();
  await notifyOwners(scope, { type: "billing", about: "payment_failed", date }, subject("payment_failed", invoiceId));
}

/** Notifies the owners that several subscriptions are paid, once for the same set. `ids` are in order. */
export async function notifyPaidTwice(scope: Scope, ids: readonly string[]): Promise<void> {
  const date = await scope.today();
  await notifyOwners(scope, { type: "billing", about: "paid_twice", date }, subject("paid_twice", ids.join(" ")));
}

/** Derives the UUID that identifies a notification, so that each person gets it once. */
function subject(about: string, id: string): string {
  const hash = createHash("sha256").update(`${about}:${id}`).digest("hex");
  return [hash.slice(0, 8), hash.slice(8, 12), hash.slice(12, 16), hash.slice(16, 20), hash.slice(20, 32)].join("-");
}
