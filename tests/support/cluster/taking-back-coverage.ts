import type { UseCase } from "../use-cases";
import { runs } from "./payout-coverage.ts";

/** The tests of deleting and merging that run on a cluster too; see coverage.ts. */
export const takingBackTests: Record<string, UseCase[]> = {
  "tests/db/delete-lead.test.ts": runs`
    leads/delete-lead#deleteLead leads/lead-content#readContent leads/lead-content#writeContent
    leads/forget-deleted#forgetDeletedLeads leads/restore-lead#undoDeletion
  `,
  "tests/db/merge-leads.test.ts": runs`
    leads/count-holdings#countHoldings leads/deleted-on#deletedOn leads/find-mergeable#findMergeable
    leads/merge-leads#mergeLeads leads/merged-lead#mergedInto leads/read-merge#previewMerge leads/read-merge#readBoth
  `,
};
