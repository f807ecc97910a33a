import type { Scope } from "../shared/scope";

// Whoever skips addresses that are there looks first and writes then. Until the transaction has ended nobody else of
// the organization may add a lead, or both would have seen none. Others add leads beside each other.

/** Keeps others from adding leads until the transaction ends, before looking which addresses are there. */
export async function lockAddresses(scope: Scope): Promise<void> {
  await scope.db.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${keyOf(scope)}, 0))`;
}

/** Waits for whoever has locked them; to be called before a lead is added. */
export async function awaitAddresses(scope: Scope): Promise<void> {
  await scope.db.$executeRaw`select pg_advisory_xact_lock_shared(hashtextextended(${keyOf(scope)}, 0))`;
}

const keyOf = ({ orgId }: Scope) => `addresses of leads ${orgId}`;
