import { affiliateMergedInto } from "~/domain/affiliates/merged-affiliate.server";
import { mergedInto } from "~/domain/leads/merged-lead.server";
import { DomainError } from "~/domain/shared/errors";
import type { InScope, Scope } from "~/domain/shared/scope";

/**
 * Returns the error for a request that names a record that was not found: `lead_merged` or `affiliate_merged`, so that
 * a program can go on with the one that stays, or the same error if none was merged. `sent` are the parameters, the
 * query and the body of the request.
 */
export async function explainMissing(inScope: InScope, sent: readonly unknown[], error: unknown): Promise<unknown> {
  if (!(error instanceof DomainError) || error.code !== "not_found") return error;
  return inScope((scope) => requireNotMerged(scope, ...sent)).then(
    () => error,
    (merged: unknown) => merged,
  );
}

/** Throws `lead_merged` or `affiliate_merged`, with the id of the one that stays, if a part of a request names one. */
export async function requireNotMerged(scope: Scope, ...sent: unknown[]): Promise<void> {
  const idsIn = (name: string) => sent.flatMap((part) => (part as Record<string, unknown> | null)?.[name] ?? []);
  for (const id of idsIn("lead_id")) {
    const stays = await mergedInto(scope, id);
    if (stays) throw new DomainError("lead_merged", { id: stays });
  }
  for (const id of idsIn("affiliate_id")) {
    const stays = await affiliateMergedInto(scope, id);
    if (stays) throw new DomainError("affiliate_merged", { id: stays.id });
  }
}
