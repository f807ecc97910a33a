import { CONNECT_TIMEOUT_MS } from "./open-pool.server";
import { DatabaseUnavailable } from "./outage.server";

/**
 * Divides the connections of a pool among organizations, so that slow pages of one do not block the others. An
 * organization gets another connection only while it holds fewer than are free. Alone it gets half of them, and the
 * last free one goes to an organization without any. Waiting organizations take turns.
 * @param connections size of the pool
 * @returns a function that runs a callback with a connection of the organization's share. Throws `DatabaseUnavailable`
 * if no connection becomes free in time.
 */
export function fairConnections(connections: number, patienceMs = CONNECT_TIMEOUT_MS) {
  const held = new Map<string, number>();
  /** Waiting callbacks per organization; the organization served longest ago comes first. */
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
    // The released connection may now fit the share of a waiting organization.
    while (callNext());
  }

  /** Serves the first organization that may take a connection. Returns whether there was one. */
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
