import type { Group } from "./read-breakdown.server";

/** Limit for counting the leads of one member. */
export const MAX_MEMBER_LEADS = 1_000;

/** The open leads that a member is responsible for today, up to {@link MAX_MEMBER_LEADS}, and those overdue of them. */
export interface MemberWork {
  open: number;
  overdue: number;
}

export interface MemberGroup extends Group {
  /** Null for a former member. */
  work: MemberWork | null;
}
