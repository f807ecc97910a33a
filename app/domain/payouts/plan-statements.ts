import { lastPeriodEnd, type PayoutCadence } from "./payer";
import { planRun, type LeaveOutReason, type ProposedPayout, type RunPayee, type RunTerms } from "./plan-run";
import { unpaidReasons, type UnpaidReason } from "./statement";

/** Returns whether a statement says that nothing is paid out for this reason. */
export const isUnpaidReason = (reason: LeaveOutReason | null): reason is UnpaidReason =>
  (unpaidReasons satisfies readonly LeaveOutReason[] as readonly (LeaveOutReason | null)[]).includes(reason);

/** Returns how often statements are issued: as often as payouts, but, by law, at least every three months. */
export const statementCadence = (cadence: PayoutCadence | null): PayoutCadence =>
  cadence === null || cadence === "monthly" ? "monthly" : "quarterly";

/**
 * Plans the statements that pay nothing: to each affiliate who is still owed statements, has none since the end of the
 * last period, and gets nothing.
 */
export function planStatements(terms: RunTerms, payees: readonly RunPayee[]): ProposedPayout[] {
  const end = lastPeriodEnd(statementCadence(terms.cadence), terms.until);
  const owed = payees.filter(
    ({ isOngoing, lastStatedUntil }) => isOngoing && (lastStatedUntil === null || lastStatedUntil < end),
  );
  return planRun(terms, owed).filter(({ reason }) => isUnpaidReason(reason));
}
