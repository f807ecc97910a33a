import type { InScope } from "../shared/scope";
import { queueGeneration } from "./generation-run.server";
import type { GenerationCounts } from "./generation";
import { countRecurring, DEALS_AT_ONCE, runGeneration } from "./run-generation.server";

/**
 * Creates the missing monthly payments while a user waits for the response (COM-03). For more deals than one
 * transaction handles, a job creates them and the function returns null, because this would exceed the timeout of a
 * proxy. Throws the errors of `runGeneration`.
 * @param most limit for the deals that are processed immediately
 */
export async function generateOrQueue(inScope: InScope, most = DEALS_AT_ONCE): Promise<GenerationCounts | null> {
  const isBegun = await inScope(async (scope) => {
    if ((await countRecurring(scope)).paying <= most) return false;
    await queueGeneration(scope);
    return true;
  });
  return isBegun ? null : runGeneration(inScope);
}
