import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";

/** What refers to a lead. */
export interface LeadHoldings {
  deals: number;
  notes: number;
  messages: number;
  /** Files of the notes and messages. */
  files: number;
}

/** Counts what refers to a lead. Throws `forbidden`. */
export async function countHoldings(scope: Scope, leadId: string): Promise<LeadHoldings> {
  requireStaff(scope);
  const where = { leadId };
  const attached = { leadId, fileId: { not: null } };
  const [notes, messages] = [scope.db.leadNote, scope.db.leadMessage];
  return {
    deals: await scope.db.deal.count({ where }),
    notes: await notes.count({ where }),
    messages: await messages.count({ where }),
    files: (await notes.count({ where: attached })) + (await messages.count({ where: attached })),
  };
}
