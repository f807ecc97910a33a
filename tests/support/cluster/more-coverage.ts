import type { UseCase } from "../use-cases";
import { runs } from "./payout-coverage.ts";

/** More tests that run on a cluster too; see coverage.ts. */
export const moreTests: Record<string, UseCase[]> = {
  "tests/db/delete-lead.test.ts": runs`
    leads/delete-lead#deleteLead leads/delete-lead#undeletableLeads
    leads/lead-content#readContents leads/lead-content#writeContents
    leads/forget-undo#forgetUndo leads/forget-undo#queueForgetting leads/restore-lead#undoDeletion
  `,
  "tests/db/several-leads.test.ts": runs`leads/delete-lead#deleteLeads`,
  "tests/db/merge-leads.test.ts": runs`
    leads/count-holdings#countHoldings leads/deleted-on#deletedOn leads/find-mergeable#findMergeable
    leads/merge-leads#mergeLeads leads/merged-lead#mergedInto leads/read-merge#previewMerge leads/read-merge#readBoth
  `,
  "tests/db/merge-affiliates.test.ts": runs`
    affiliates/find-mergeable-affiliates#findMergeableAffiliates affiliates/find-mergeable-affiliates#formerOf
    affiliates/find-mergeable-affiliates#namesakeOf affiliates/merge-affiliates#mergeAffiliates
    affiliates/merged-affiliate#affiliateMergedInto affiliates/move-to-affiliate#moveToAffiliate
    affiliates/read-affiliate-merge#previewAffiliateMerge affiliates/read-affiliate-merge#readBothAffiliates
  `,
  "tests/jobs/merge-mails.test.ts": runs`affiliates/merged-mail#mergeNewsHolds affiliates/merged-mail#tellOfMerge`,
  "tests/db/generation-runs.test.ts": runs`commissions/generation-run#addToRun commissions/generation-run#finishRun`,
  "tests/db/subscriptions.test.ts": runs`subscriptions/ask-if-stale#askIfStale`,
  "tests/db/api-contract.test.ts": runs`commissions/generation-run#readRun`,
  "tests/db/search.test.ts": runs`search/search-organization#searchOrganization`,
  "tests/db/retention.test.ts": runs`
    subscriptions/extend-retention#extendRetention subscriptions/extend-retention#extendedRetention
  `,
  "tests/db/own-ranges.test.ts": [],
  // The command line with its own statements.
  "tests/cli/operators.test.ts": [],
  "tests/cli/export.test.ts": [],
  "tests/cli/leads.test.ts": [],
  "tests/cli/delete-account.test.ts": [],
  "tests/cli/attempts.test.ts": [],
};
