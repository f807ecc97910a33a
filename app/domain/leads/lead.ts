/** `converted` is labeled Won. */
export const leadStatuses = ["new", "qualified", "contacted", "converted", "lost"] as const;
export type LeadStatus = (typeof leadStatuses)[number];

/** How a lead came: from the portal, a member, an imported file, the API or the command line. */
export const leadSources = ["affiliate", "member", "import", "api", "operator"] as const;
export type LeadSource = (typeof leadSources)[number];

/** Open leads can still be lost or won (LEAD-03). */
export const openLeadStatuses: LeadStatus[] = ["new", "qualified", "contacted"];

/** Statuses without a deal. A lead is converted in the transaction that writes its deal. */
export const statusesWithoutDeal: LeadStatus[] = leadStatuses.filter((status) => status !== "converted");

/** Allowed current statuses by new status. Only the creation of a deal converts a lead. */
export const leadTransitions = {
  contacted: ["new"],
  qualified: ["new", "contacted"],
  lost: openLeadStatuses,
} satisfies Partial<Record<LeadStatus, LeadStatus[]>>;

export type LeadMove = keyof typeof leadTransitions;
export const leadMoves = Object.keys(leadTransitions) as [LeadMove, ...LeadMove[]];

/** Returns whether staff may make the move. */
export function mayMove(from: LeadStatus, to: LeadMove): boolean {
  return (leadTransitions[to] as LeadStatus[]).includes(from);
}

/** Furthest step that a lead has ever reached. */
export const reachedSteps = ["qualified", "won"] as const;
export type ReachedStep = (typeof reachedSteps)[number];

/** Name of a change of a lead's status. Winning is not included; deals show it. */
export type LeadChange = "contacted" | "qualified" | "lost" | "reopened";

/** Returns the name of a change. A lead that leaves the status lost or becomes new is reopened. */
export function changeOf(change: { fromStatus: LeadStatus; toStatus: Exclude<LeadStatus, "converted"> }): LeadChange {
  const { fromStatus, toStatus } = change;
  return fromStatus === "lost" || toStatus === "new" ? "reopened" : toStatus;
}

/** Limit for the characters of the reason why a lead was lost. */
export const MAX_REASON_LENGTH = 500;
