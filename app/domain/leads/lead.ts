/** converted is labeled Won. */
export const leadStatuses = ["new", "qualified", "contacted", "converted", "lost"] as const;
export type LeadStatus = (typeof leadStatuses)[number];

/** Open leads may still be lost or won (LEAD-03). */
export const openLeadStatuses: LeadStatus[] = ["new", "qualified", "contacted"];

/** A lead is won and its deal is written in one transaction, so a lead in one of these states has no deal. */
export const statusesWithoutDeal: LeadStatus[] = leadStatuses.filter((status) => status !== "converted");

/** The states a lead may come from, by the state it goes to. Winning happens through the creation of a deal only. */
export const leadTransitions = {
  contacted: ["new"],
  qualified: ["new", "contacted"],
  lost: openLeadStatuses,
} satisfies Partial<Record<LeadStatus, LeadStatus[]>>;

export type LeadMove = keyof typeof leadTransitions;
export const leadMoves = Object.keys(leadTransitions) as [LeadMove, ...LeadMove[]];

/** Whether staff may be offered the move. */
export function mayMove(from: LeadStatus, to: LeadMove): boolean {
  return (leadTransitions[to] as LeadStatus[]).includes(from);
}

/** The furthest step that a lead has reached, whatever became of it afterwards. */
export const reachedSteps = ["qualified", "won"] as const;
export type ReachedStep = (typeof reachedSteps)[number];

/** What a change of a lead's status is called. Winning is told by the deals. */
export type LeadChange = "contacted" | "qualified" | "lost" | "reopened";

/** A lead that was lost, or goes back to the beginning, is open again. */
export function changeOf(change: { fromStatus: LeadStatus; toStatus: Exclude<LeadStatus, "converted"> }): LeadChange {
  const { fromStatus, toStatus } = change;
  return fromStatus === "lost" || toStatus === "new" ? "reopened" : toStatus;
}

/** Characters of the reason why a lead was lost. */
export const LONGEST_REASON = 500;
