import { PATIENCE_MS } from "./open-pool.server";
import { DatabaseUnavailable } from "./outage.server";

/**
 * Divides the connections of a pool among organizations, so that slow pages of one do not make the others wait. An
 * organization gets another connection only while it holds fewer than are free: alone it gets half of them, and the
 * last free one goes to an organization that has none. Those that wait take turns.
 * @param connections of the pool
 * @returns a function that runs something with a connection of an organization's share. Throws what a pool throws when
 * nothing becomes free in time.
 */
export function fairConnections(connections: number, patienceMs = PATIENCE_MS) {
  const held = new Map<string, number>();
  /** Organizations by when one of theirs last got its turn, each with those that wait. */
  const waiting = new Map<string, (() => void)[]>();
  let busy = 0;

  const heldBy = (orgId: string) => held.get(orgId) ?? 0;
  const mayTake = (orgId: string) => heldBy(orgId) < connections - busy;

  function take(orgId: string): void {
    busy += 1;
    held.set(orgId, heldBy(orgId) + 1);
  }

  function giveBack(orgId: string): void {
    busy -= 1;
    if (heldBy(orgId) === 1) held.delete(orgId);
    else held.set(orgId, heldBy(orgId) - 1);
    // A connection that fitted nobody's share before may fit one now.
    while (callNext());
  }

  /** Gives a turn to the first organization that may have one. Returns whether there was one. */
  function callNext(): boolean {
    for (const [next, turns] of waiting) {
      if (!mayTake(next)) continue;
      const turn = turns.shift()!;
      waiting.delete(next);
      if (turns.length > 0) waiting.set(next, turns);
      take(next);
      turn();
      return true;
    }
    return false;
  }

  async function waitForTurn(orgId: string): Promise<void> {
    const turns = waiting.get(orgId) ?? [];
    waiting.set(orgId, turns);
    await new Promise<void>((resolve, reject) => {
      const turn = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        turns.splice(turns.indexOf(turn), 1);
        if (turns.length === 0) waiting.delete(orgId);
        reject(new DatabaseUnavailable(new Error("timeout exceeded when trying to connect"), "slow"));
      }, patienceMs);
      turns.push(turn);
    });
  }

  return async <T>(orgId: string, use: () => Promise<T>): Promise<T> => {
    if (!waiting.has(orgId) && mayTake(orgId)) take(orgId);
    else await waitForTurn(orgId);
    try {
      return await use();
    } finally {
      giveBack(orgId);
    }
  };
}
