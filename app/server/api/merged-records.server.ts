import { affiliateMergedInto } from "~/domain/affiliates/merged-affiliate.server";
import { mergedInto } from "~/domain/leads/merged-lead.server";
import { DomainError } from "~/domain/shared/errors";
import type { InScope } from "~/domain/shared/scope";

/** The parts of request bodies that name a lead, and those that name an affiliate. */
const LEADS = ["lead_id", "other_id"];
const AFFILIATES = ["affiliate_id", "other_id"];

/**
 * Returns the error for a request whose body names a record that was not found: `lead_merged` or `affiliate_merged`, so
 * that a program can go on with the one that stays, or the same error if none of them was merged.
 */
export async function explainMissing(inScope: InScope, body: unknown, error: unknown): Promise<unknown> {
  if (!(error instanceof DomainError) || error.code !== "not_found") return error;
  const sent = (body ?? {}) as Record<string, unknown>;
  return inScope(async (scope) => {
    for (const name of LEADS) {
      const id = await mergedInto(scope, sent[name]);
      if (id) return new DomainError("lead_merged", { id });
    }
    for (const name of AFFILIATES) {
      const merged = await affiliateMergedInto(scope, sent[name]);
      if (merged) return new DomainError("affiliate_merged", { id: merged.id });
    }
    return error;
  });
}
