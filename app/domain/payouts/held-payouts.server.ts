import type { Scope } from "../shared/scope";

/**
 * Returns the payouts of a run that are held back, because the affiliate objects to a credit note of theirs (PAY-10).
 */
export async function heldPayouts(scope: Scope, runId: string): Promise<Set<string>> {
  const held = await scope.db.objection.findMany({
    where: { state: "open", document: { payout: { runId } } },
    select: { document: { select: { payoutId: true } } },
  });
  return new Set(held.map(({ document }) => document.payoutId));
}
