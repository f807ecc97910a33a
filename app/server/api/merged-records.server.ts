import { affiliateMergedInto } from "~/domain/affiliates/merged-affiliate.server";
import { mergedInto } from "~/domain/leads/merged-lead.server";
import { DomainError } from "~/domain/shared/errors";
import type { InScope } from "~/domain/shared/scope";

/**
 * Returns the error for a request that creates a record for another one that was not found: `lead_merged` or
 * `affiliate_merged`, so that a program can go on with the one that stays, or the same error if it was not merged.
 */
export async function explainMissing(inScope: InScope, body: unknown, error: unknown): Promise<unknown> {
  if (!(error instanceof DomainError) || error.code !== "not_found") return error;
  const sent = (body ?? {}) as Record<string, unknown>;
  return inScope(async (scope) => {
    const lead = await mergedInto(scope, sent["lead_id"]);
    if (lead) return new DomainError("lead_merged", { id: lead });
    const affiliate = await affiliateMergedInto(scope, sent["affiliate_id"]);
    return affiliate ? new DomainError("affiliate_merged", { id: affiliate.id }) : error;
  });
}
