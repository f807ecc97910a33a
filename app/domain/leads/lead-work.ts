import type { Day } from "../shared/dates";

// Who of the staff works on a lead, and what they do next (WORK-07). Affiliates see none of it.

/** Limit for the characters of a next step. */
export const MAX_STEP_LENGTH = 200;

export interface LeadWork {
  /** The user id of a member; null for none. */
  responsible: string | null;
  /** Null if there is none; then there is no day either. */
  nextStep: string | null;
  nextStepOn: Day | null;
}

export const noWork: LeadWork = { responsible: null, nextStep: null, nextStepOn: null };

/** Value of the filter for the leads of the acting member. */
export const MINE = "me";
/** Value in forms and addresses for leads without a responsible member. */
export const NO_MEMBER = "none";

/** Next steps by which open leads can be filtered; `none` are the leads without one. */
export const stepStates = ["today", "overdue", "none"] as const;
export type StepState = (typeof stepStates)[number];

/** Returns the state of a next step; null if it is due later. */
export function stepState(day: Day | null, today: Day): StepState | null {
  if (day === null) return "none";
  return day === today ? "today" : day < today ? "overdue" : null;
}
