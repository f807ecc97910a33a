import type { AuditEvent } from "../audit/record-audit.server";
import type { SkippedLead } from "./lead-batch";

/** The audit entry of an action, and the leads it changed. */
export interface LeadAction {
  id: string;
  createdAt: Date;
  leadIds: string[];
  /** The affiliates of these leads. */
  affiliateIds: (string | null)[];
}

/** Result of undoing: audit entries of the restored leads, and the leads kept unchanged. */
export interface Undoing {
  steps: AuditEvent[];
  kept: SkippedLead[];
}
