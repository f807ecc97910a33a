import { beginGeneration } from "./begun-run.server";
import type { GenerationCounts } from "./generation";
import { countRecurring, DEALS_AT_ONCE, runGeneration, type InScope } from "./run-generation.server";

/**
 * Creates the monthly payments that are missing, while somebody waits for the answer (COM-03). Of more deals than one
 * transaction takes a job creates them, and null is returned: that takes longer than a proxy waits. Throws what
 * `runGeneration` throws.
 * @param most deals for which somebody waits
 */
export async function startGeneration(inScope: InScope, most = DEALS_AT_ONCE): Promise<GenerationCounts | null> {
  const isBegun = await inScope(async (scope) => {
    if ((await countRecurring(scope)).paying <= most) return false;
    await beginGeneration(scope);
    return true;
  });
  return isBegun ? null : runGeneration(inScope);
}
