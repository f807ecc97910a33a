import type { AuditEvent } from "../audit/record-audit.server";
import type { RefusedLead } from "./lead-batch";

/** The entry of an action, and the leads it changed. */
export interface LeadAction {
  id: string;
  createdAt: Date;
  leadIds: string[];
  /** Whose leads they were. */
  affiliateIds: (string | null)[];
}

/** What an undoing has done with the leads, and the steps it keeps in the audit log. */
export interface Undoing {
  steps: AuditEvent[];
  kept: RefusedLead[];
}
