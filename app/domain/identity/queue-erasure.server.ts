import { afterOpenTransactions } from "../shared/erased";
import type { Scope } from "../shared/scope";

/** A person to be erased, with the replacement name. */
export interface ErasedAccount {
  userId: string;
  name: string;
  email: string;
  nobody: string;
}

/**
 * Queues the rest of an erasure, texts and account, with sealed name and address. `affiliateId` is null for a former
 * member.
 */
export async function queueErasure(
  scope: Scope,
  affiliateId: string | null,
  { userId, name, email, nobody }: ErasedAccount,
): Promise<void> {
  await scope.enqueue(
    "person.erase",
    {
      affiliate_id: affiliateId,
      user_id: userId,
      nobody,
      person: scope.seal(JSON.stringify({ name, email })),
    },
    { runAt: afterOpenTransactions(scope.now) },
  );
}
