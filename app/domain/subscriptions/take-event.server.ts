import type { IdentityScope } from "../shared/scope";
import type { BillingEvent } from "./billing";

/**
 * Stores an event and queues its handling, and returns whether it is new. Running it twice has no further effect (S2).
 */
export async function takeEvent(
  scope: IdentityScope,
  { id, type, customerId, objectId }: BillingEvent,
): Promise<boolean> {
  const count = await scope.db.$executeRaw`
    insert into stripe_event (id, type, customer_id, object_id) values (${id}, ${type}, ${customerId}, ${objectId})
    on conflict do nothing`;
  if (count === 0) return false;
  await scope.enqueue("stripe.event", { event_id: id });
  return true;
}

/** Reads an event that is not handled yet; null otherwise. */
export async function openEvent(scope: IdentityScope, id: string): Promise<BillingEvent | null> {
  const [event] = await scope.db.$queryRaw<BillingEvent[]>`
    select id, type, customer_id as "customerId", object_id as "objectId" from stripe_event
    where id = ${id} and handled_at is null`;
  return event ?? null;
}

/** Records that an event was handled. */
export async function markHandled(scope: IdentityScope, id: string): Promise<void> {
  await scope.db.$executeRaw`
    update stripe_event set handled_at = ${scope.now}::timestamptz where id = ${id} and handled_at is null`;
}
