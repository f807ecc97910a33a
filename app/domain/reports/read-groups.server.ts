import type { Period } from "../shared/period";
import type { Scope } from "../shared/scope";
import { rankAffiliates } from "./rank-affiliates.server";
import { readBreakdown } from "./read-breakdown.server";
import type { MemberGroup } from "./member-work";
import { withMemberWork } from "./read-member-work.server";

/** What the reports of leads and deals are grouped by. */
export const groupings = ["affiliate", "member", "source"] as const;
export type Grouping = (typeof groupings)[number];

/** A group of such a report; `work` of members only. */
export type ReportGroup = Omit<MemberGroup, "work"> & Partial<Pick<MemberGroup, "work">>;

/** Limit for the affiliates of a report; an organization has far fewer. */
const MAX_AFFILIATES = 100_000;

/**
 * Reads all groups of a report with their figures in a period and in the one to compare with: for files and the API,
 * where the screen shows the best affiliates only.
 * Throws `forbidden`.
 */
export async function readGroups(
  scope: Scope,
  by: Grouping,
  periods: { period: Period; before: Period },
): Promise<ReportGroup[]> {
  if (by === "member") return withMemberWork(scope, await readBreakdown(scope, by, periods));
  if (by === "source") return readBreakdown(scope, by, periods);
  const { top } = await rankAffiliates(scope, { ...periods, by: "leads", most: MAX_AFFILIATES });
  const known = new Set(top.map(({ id }) => id));
  // Leads of an earlier period can become deals of this one.
  const { top: sellers } = await rankAffiliates(scope, { ...periods, by: "deals", most: MAX_AFFILIATES });
  return [...top, ...sellers.filter(({ id }) => !known.has(id))].map(({ id, ...rest }) => ({ key: id, ...rest }));
}
