import { afterOpenTransactions } from "../shared/erased";
import type { Scope } from "../shared/scope";

/** Who is erased, with the name that stands there from now on. */
export interface ErasedAccount {
  userId: string;
  name: string;
  email: string;
  nobody: string;
}

/**
 * Queues the rest of an erasure, texts and the account, with the name and the address sealed. `affiliateId`: null for
 * who was a member.
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
