import type { Scope } from "../shared/scope";

// An import that skips known addresses first reads them and then writes. Until its transaction ends, no one else in the
// organization may add a lead; otherwise both would find no duplicate. Other writers share the lock and add leads
// concurrently.

/** Blocks other writers from adding leads until the transaction ends. Call it before reading known addresses. */
export async function lockAddresses(scope: Scope): Promise<void> {
  await scope.db.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${keyOf(scope)}, 0))`;
}

/** Waits for the lock of {@link lockAddresses}. Call it before adding a lead. */
export async function awaitAddresses(scope: Scope): Promise<void> {
  await scope.db.$executeRaw`select pg_advisory_xact_lock_shared(hashtextextended(${keyOf(scope)}, 0))`;
}

const keyOf = ({ orgId }: Scope) => `addresses of leads ${orgId}`;
